import { type Doc, isDoc } from '../bson/types.ts';

/** Returns the paths that a pipeline reads of each document; undefined: any, as of a stage that gives documents as they are. */
export function readPaths([first]: readonly Doc[]): ReadonlySet<string> | undefined {
  if (first === undefined || !('$group' in first || '$count' in first)) return undefined;
  const paths = '$group' in first ? [...expressionPaths(first.$group)] : [];
  return paths.includes(wholeDocument) ? undefined : new Set(paths);
}

const wholeDocument = '$';

/** The paths of `$a.b`; a variable, such as `$$ROOT`, may be the whole document. */
function* expressionPaths(expression: unknown): Iterable<string> {
  if (typeof expression === 'string' && expression.startsWith('$$')) yield wholeDocument;
  else if (typeof expression === 'string' && expression.startsWith('$')) yield expression.slice(1);
  else if (Array.isArray(expression)) for (const item of expression) yield* expressionPaths(item);
  else if (isDoc(expression)) for (const item of Object.values(expression)) yield* expressionPaths(item);
}
