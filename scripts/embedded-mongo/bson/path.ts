import type { Doc } from './types.ts';

const digits = /^(0|[1-9]\d*)$/;
export const isArrayIndex = (part: string): boolean => digits.test(part);

/** Returns a field of a document; never something inherited from Object.prototype. */
export function ownField(doc: Doc, field: string): unknown {
  const value = doc[field];
  // No decoded value is a function, so only these two can be inherited.
  if (typeof value === 'function' || field === '__proto__') {
    return Object.hasOwn(doc, field) ? value : undefined;
  }
  return value;
}

/** Sets a field even when it is called `__proto__`. */
export function putField(doc: Doc, field: string, value: unknown): void {
  if (field !== '__proto__') doc[field] = value;
  else Object.defineProperty(doc, field, { value, enumerable: true, writable: true, configurable: true });
}

const isContainer = (value: unknown): value is Doc => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
};

/** Returns the value at a path, through documents and explicit array indexes only; undefined when missing. */
export function valueAt(root: unknown, parts: readonly string[]): unknown {
  let value = root;
  for (const part of parts) {
    if (!isContainer(value)) return undefined;
    value = Array.isArray(value) && !isArrayIndex(part) ? undefined : ownField(value, part);
  }
  return value;
}

/**
 * Visits every value a query path reaches: arrays on the way are entered, by element and by explicit index. The value
 * at the end is given as it is (an array is not spread). Stops when `visit` returns true.
 */
export function visitPath(
  value: unknown,
  parts: readonly string[],
  at: number,
  visit: (value: unknown) => boolean,
): boolean {
  if (at === parts.length) return visit(value);
  const part = parts[at] as string;
  if (!isContainer(value)) return visit(undefined);
  if (!Array.isArray(value)) return visitPath(ownField(value, part), parts, at + 1, visit);
  if (isArrayIndex(part) && Number(part) < value.length) {
    if (visitPath(value[Number(part)], parts, at + 1, visit)) return true;
  }
  // Scalars inside an array have no fields and are not "missing" either.
  return value.some(
    (element) => isContainer(element) && !Array.isArray(element) && visitPath(element, parts, at, visit),
  );
}
