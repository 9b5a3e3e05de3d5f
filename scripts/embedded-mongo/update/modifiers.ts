import { compareStrings, compareValues } from '../bson/compare.ts';
import { isArrayIndex, valueAt } from '../bson/path.ts';
import { type Doc, isDoc, typeName } from '../bson/types.ts';
import { failures } from '../errors.ts';
import type { ExpressionTest } from '../query/matcher.ts';
import { arithmeticOperators } from './arithmetic.ts';
import { arrayOperators } from './array-operators.ts';
import { Draft } from './draft.ts';
import type { FieldOperator } from './field-operator.ts';
import { lookUp, type PathContext, resolveTargets } from './targets.ts';

const assign: FieldOperator = ({ operand }) => ({ set: operand });

const operators: Record<string, FieldOperator> = {
  $set: assign,
  $setOnInsert: assign,
  $unset: ({ exists }) => (exists ? 'unset' : 'keep'),
  ...arithmeticOperators,
  ...arrayOperators,
};

interface Modification {
  readonly operator: string;
  readonly path: string;
  readonly operand: unknown;
}

/** An update document read once and applied to any number of documents. */
export interface Modifiers {
  readonly modifications: readonly Modification[];
  readonly renames: readonly { from: string; to: string }[];
}

/** Reads `{ $set: …, $inc: … }`. Throws FailedToParse for an unknown operator, ConflictingUpdateOperators for two on one path. */
export function parseModifiers(source: Doc): Modifiers {
  const modifications: Modification[] = [];
  const renames: { from: string; to: string }[] = [];
  for (const [operator, fields] of Object.entries(source)) {
    if (operator !== '$rename' && !Object.hasOwn(operators, operator))
      throw failures.unknownModifier(operator);
    if (!isDoc(fields)) {
      throw failures.failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${String(fields)}}`,
      );
    }
    for (const [path, operand] of Object.entries(fields)) {
      if (operator === '$rename') renames.push({ from: path, to: checkRename(operand) });
      else modifications.push({ operator, path, operand });
    }
  }
  const paths = [...modifications.map(({ path }) => path), ...renames.flatMap(({ from, to }) => [from, to])];
  checkConflicts(paths);
  // MongoDB adds new fields in the order of their names, whatever the order in the update.
  modifications.sort((a, b) => comparePaths(a.path, b.path));
  renames.sort((a, b) => comparePaths(a.to, b.to));
  return { modifications, renames };
}

function checkRename(target: unknown): string {
  if (typeof target !== 'string')
    throw failures.badValue(`The 'to' field for $rename must be a string: ${String(target)}`);
  return target;
}

function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split('.'), b.split('.')];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x, y] = [left[i] as string, right[i] as string];
    const order = isArrayIndex(x) && isArrayIndex(y) ? Number(x) - Number(y) : compareStrings(x, y);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function checkConflicts(paths: readonly string[]): void {
  if (paths.length < 2) return;
  const seen = new Set<string>();
  for (const path of paths) {
    if (seen.has(path)) throw failures.conflictingUpdate(path, path);
    seen.add(path);
  }
  for (const path of paths) {
    for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
      const parent = path.slice(0, dot);
      if (seen.has(parent)) throw failures.conflictingUpdate(path, parent);
    }
  }
}

export interface ModifyContext extends PathContext {
  readonly inserting: boolean;
  readonly now: Date;
  readonly expression: ExpressionTest;
}

/** The document after the update; the very same object when nothing changed. */
export function applyModifiers(doc: Doc, { modifications, renames }: Modifiers, context: ModifyContext): Doc {
  const draft = new Draft(doc);
  for (const modification of modifications) {
    if (modification.operator === '$setOnInsert' && !context.inserting) continue;
    applyOne(draft, doc, modification, context);
  }
  for (const { from, to } of renames) rename(draft, from.split('.'), to.split('.'));
  if (compareValues(draft.doc._id, doc._id) !== 0 && !(context.inserting && doc._id === undefined)) {
    throw failures.immutableId();
  }
  return draft.doc;
}

function applyOne(
  draft: Draft,
  original: Doc,
  { operator, path, operand }: Modification,
  context: ModifyContext,
): void {
  const apply = operators[operator] as FieldOperator;
  for (const parts of resolveTargets(original, path, context)) {
    const { exists, value } = lookUp(draft.doc, parts);
    const result = apply({
      id: original._id,
      path,
      exists,
      value,
      operand,
      now: context.now,
      expression: context.expression,
    });
    if (result === 'keep') continue;
    if (result === 'unset') draft.unset(parts);
    // Setting a value that is there already is not a modification: drivers rely on modifiedCount for it.
    else if (!exists || !identical(value, result.set)) draft.set(parts, result.set);
  }
}

/** Equal in value and in BSON type, including the order of fields. */
function identical(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return typeName(a) === typeName(b) && compareValues(a, b) === 0;
}

function rename(draft: Draft, from: readonly string[], to: readonly string[]): void {
  refuseArrayElement(draft.doc, from, 'source');
  refuseArrayElement(draft.doc, to, 'destination');
  const { exists, value } = lookUp(draft.doc, from);
  if (!exists) return;
  draft.unset(from);
  draft.set(to, value);
}

function refuseArrayElement(doc: Doc, parts: readonly string[], role: 'source' | 'destination'): void {
  for (let depth = 1; depth < parts.length; depth++) {
    if (!Array.isArray(valueAt(doc, parts.slice(0, depth)))) continue;
    throw failures.badValue(`The ${role} field of $rename cannot be an array element, '${parts.join('.')}'`);
  }
}
