import { isArrayIndex, ownField, valueAt } from '../bson/path.ts';
import { shellFormat } from '../bson/shell-format.ts';
import { type Doc, isDoc } from '../bson/types.ts';
import { failures } from '../errors.ts';
import { type ExpressionTest, elementTest, type Filter, matchedElement } from '../query/matcher.ts';

/** Conditions that resolve `$` and `$[name]` in update paths. */
export interface PathContext {
  readonly filter: Filter | undefined;
  readonly arrayFilters: ReadonlyMap<string, (value: unknown) => boolean>;
}

/** Reads `arrayFilters`: each names exactly one identifier. Throws FailedToParse. */
export function parseArrayFilters(
  source: unknown,
  expression: ExpressionTest,
): Map<string, (value: unknown) => boolean> {
  const filters = new Map<string, (value: unknown) => boolean>();
  for (const filter of (source ?? []) as Doc[]) {
    const names = identifiers(filter);
    const [name] = names;
    if (names.size !== 1 || name === undefined) {
      throw failures.failedToParse(
        'Error parsing array filter :: caused by :: Expected a single top-level field name',
      );
    }
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
      throw failures.badValue(
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
      );
    }
    if (filters.has(name))
      throw failures.failedToParse(`Found multiple array filters with the same top-level field name ${name}`);
    const test = elementTest(rename(filter), expression);
    filters.set(name, (value) => test({ element: value }));
  }
  return filters;
}

function identifiers(filter: Doc): Set<string> {
  const names = Object.entries(filter).flatMap(([field, operand]) =>
    field.startsWith('$')
      ? (operand as Doc[]).flatMap((clause) => [...identifiers(clause)])
      : [field.split('.')[0] as string],
  );
  return new Set(names);
}

function rename(filter: Doc): Doc {
  const renamed = Object.entries(filter).map(([field, operand]): [string, unknown] =>
    field.startsWith('$')
      ? [field, (operand as Doc[]).map(rename)]
      : [['element', ...field.split('.').slice(1)].join('.'), operand],
  );
  return Object.fromEntries(renamed);
}

/** Returns the concrete paths of an update path with `$`, `$[]` or `$[name]` in this document. */
export function resolveTargets(doc: Doc, path: string, context: PathContext): string[][] {
  const parts = path.split('.');
  if (parts.some((part) => part === ''))
    throw failures.badValue(`The update path '${path}' contains an empty field name, which is not allowed.`);
  if (!path.includes('$')) return [parts];
  return expand(doc, [], parts, context);
}

function expand(doc: Doc, done: string[], rest: readonly string[], context: PathContext): string[][] {
  const at = rest.findIndex((part) => part.startsWith('$'));
  if (at < 0) return [[...done, ...rest]];
  const part = rest[at] as string;
  const prefix = [...done, ...rest.slice(0, at)];
  if (prefix.length === 0)
    throw failures.badValue(
      `Cannot have positional (i.e. '$') element in the first position in path '${rest.join('.')}'`,
    );
  return elements(doc, prefix, part, context).flatMap((index) =>
    expand(doc, [...prefix, String(index)], rest.slice(at + 1), context),
  );
}

function elements(doc: Doc, prefix: string[], part: string, context: PathContext): number[] {
  const array = valueAt(doc, prefix);
  const path = prefix.join('.');
  if (part === '$') return [positional(array, path, context)];
  const name = /^\$\[(.*)\]$/.exec(part)?.[1];
  if (name === undefined) {
    throw failures.dollarField(part, path);
  }
  if (array === undefined)
    throw failures.badValue(`The path '${path}' must exist in the document in order to apply array updates.`);
  if (!Array.isArray(array))
    throw failures.badValue(
      `Cannot apply array updates to non-array element ${prefix.at(-1)}: ${shellFormat(array)}`,
    );
  const test = name === '' ? () => true : context.arrayFilters.get(name);
  if (!test)
    throw failures.badValue(`No array filter found for identifier '${name}' in path '${path}.${part}'`);
  return array.flatMap((value, index) => (test(value) ? [index] : []));
}

function positional(array: unknown, path: string, { filter }: PathContext): number {
  const index = filter && Array.isArray(array) ? matchedElement(filter, path, array) : undefined;
  if (index === undefined)
    throw failures.badValue('The positional operator did not find the match needed from the query.');
  return index;
}

/** Returns the value at an update path, and whether it exists. */
export function lookUp(doc: Doc, parts: readonly string[]): { exists: boolean; value: unknown } {
  const parent = valueAt(doc, parts.slice(0, -1));
  const field = parts.at(-1) as string;
  if (Array.isArray(parent))
    return { exists: isArrayIndex(field) && Number(field) < parent.length, value: parent[Number(field)] };
  if (!isDoc(parent)) return { exists: false, value: undefined };
  return { exists: Object.hasOwn(parent, field), value: ownField(parent, field) };
}
