import { compareStrings, compareValues } from '../bson/compare.ts';
import { isArrayIndex } from '../bson/path.ts';
import { type Doc, isDoc, typeName } from '../bson/types.ts';
import { failures } from '../errors.ts';
import type { ExpressionTest } from '../query/matcher.ts';
import { arrayOperators } from './array-operators.ts';
import { Draft } from './draft.ts';
import type { FieldOperator } from './field-operator.ts';
import { increment } from './increment.ts';
import { lookUp, type PathContext, resolveTargets } from './targets.ts';

const assign: FieldOperator = ({ operand }) => ({ set: operand });

const operators: Record<string, FieldOperator> = {
  $set: assign,
  $setOnInsert: assign,
  $unset: ({ exists }) => (exists ? 'unset' : 'keep'),
  $inc: increment,
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
}

/** Reads `{ $set: …, $inc: … }`. Throws FailedToParse for an unknown operator, ConflictingUpdateOperators for two on one path. */
export function parseModifiers(source: Doc): Modifiers {
  const modifications: Modification[] = [];
  for (const [operator, fields] of Object.entries(source)) {
    if (!Object.hasOwn(operators, operator)) throw failures.unknownModifier(operator);
    if (!isDoc(fields)) {
      throw failures.failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${String(fields)}}`,
      );
    }
    for (const [path, operand] of Object.entries(fields)) modifications.push({ operator, path, operand });
  }
  checkConflicts(modifications.map(({ path }) => path));
  // MongoDB adds new fields in the order of their names, whatever the order in the update.
  modifications.sort((a, b) => comparePaths(a.path, b.path));
  return { modifications };
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
  readonly expression: ExpressionTest;
}

/** Returns the document after the update; the very same object when nothing changed. */
export function applyModifiers(doc: Doc, { modifications }: Modifiers, context: ModifyContext): Doc {
  const draft = new Draft(doc);
  for (const modification of modifications) {
    if (modification.operator === '$setOnInsert' && !context.inserting) continue;
    applyOne(draft, doc, modification, context);
  }
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
