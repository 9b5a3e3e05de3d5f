/** The part of a document that a pointer such as `#/components/schemas/Error` names. */
export function partAt(document: object, pointer: string): unknown {
  const names = pointer
    .slice(2)
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
}

/** A step of a pointer. */
export const step = (name: string): string =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
