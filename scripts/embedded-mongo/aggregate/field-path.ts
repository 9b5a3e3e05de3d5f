import { ownField } from '../bson/path.ts';
import { type Doc, isDoc } from '../bson/types.ts';

/**
 * Returns the value of `$a.b` in an expression: arrays are entered once and give an array of their documents' values,
 * and a number is a field name, never a position. (A query path differs in both.)
 */
export function fieldPath(value: unknown, parts: readonly string[], at = 0): unknown {
  if (at === parts.length) return value;
  if (isDoc(value)) return fieldPath(ownField(value, parts[at] as string), parts, at + 1);
  if (!Array.isArray(value)) return undefined;
  return value
    .filter(isDoc)
    .map((element) => fieldPath(element, parts, at))
    .filter((reached) => reached !== undefined);
}

/** The operator that `$a.b` becomes before mingo sees it; no client can name it. */
export const fieldPathOperator = '$fieldPath';

/** Returns the expression with each path of several parts as an internal operator. */
export function withFieldPaths(expression: unknown): unknown {
  if (typeof expression === 'string') {
    return /^\$[^$].*\./.test(expression) ? { [fieldPathOperator]: expression.slice(1) } : expression;
  }
  if (Array.isArray(expression)) return expression.map(withFieldPaths);
  if (!isDoc(expression) || '$literal' in expression) return expression;
  const fields = Object.entries(expression).map(([name, inner]) => [name, withFieldPaths(inner)]);
  return Object.fromEntries(fields) as Doc;
}
