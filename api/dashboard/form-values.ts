/** Reads an empty field as none. */
export const orNull = (value = ''): string | null => (value.trim() === '' ? null : value.trim());

/** Reads a number; an empty field is none: it must not become 0. */
export const toNumber = (value = ''): number => (value.trim() === '' ? Number.NaN : Number(value));
