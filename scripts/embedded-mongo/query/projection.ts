import { ownField, putField } from '../bson/path.ts';
import { type Doc, isDoc } from '../bson/types.ts';
import { failures, MongoFailure } from '../errors.ts';
import { type ExpressionTest, elementTest } from './matcher.ts';

export type Projection = (doc: Doc) => Doc;

/** Evaluates an aggregation expression on a document. */
export type Evaluate = (expression: unknown) => (doc: Doc) => unknown;

interface Node {
  readonly children: Map<string, Node>;
  /** undefined for a node that only has children. */
  leaf?: Leaf;
}

type Leaf =
  | { readonly kind: 'include' | 'exclude' }
  | { readonly kind: 'computed'; readonly value: (doc: Doc) => unknown }
  | { readonly kind: 'transform' | 'pick'; readonly apply: (value: unknown) => unknown };

export interface ProjectionDeps {
  readonly evaluate: Evaluate;
  readonly expression: ExpressionTest;
  /** `$slice` and `$elemMatch` mean something else in `$project`. */
  readonly find: boolean;
}

const isFlag = (value: unknown): boolean => typeof value === 'boolean' || typeof value === 'number';

function buildLeaf(path: string, value: unknown, deps: ProjectionDeps): Leaf {
  if (path.endsWith('.$')) throw failures.badValue('the embedded database has no positional projection');
  if (isFlag(value)) return { kind: value ? 'include' : 'exclude' };
  if (deps.find && isDoc(value)) {
    if ('$slice' in value) return { kind: 'transform', apply: slicer(value.$slice) };
    if ('$elemMatch' in value && path.includes('.'))
      throw new MongoFailure(31275, 'Cannot use $elemMatch projection on a nested field');
    if ('$elemMatch' in value)
      return { kind: 'pick', apply: firstElement(value.$elemMatch, deps.expression) };
    if ('$meta' in value) throw failures.badValue('the embedded database has no $meta');
  }
  return { kind: 'computed', value: deps.evaluate(value) };
}

function slicer(operand: unknown): (value: unknown) => unknown {
  const [skip, count] = Array.isArray(operand) ? (operand as number[]) : [undefined, operand as number];
  if (!Number.isInteger(count) || (skip !== undefined && !Number.isInteger(skip))) {
    throw new MongoFailure(28667, 'Invalid $slice syntax');
  }
  if (skip !== undefined && (count as number) <= 0) {
    throw new MongoFailure(
      28724,
      `First argument to $slice must be an array, and its limit positive, not ${count}`,
    );
  }
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (skip === undefined) return (count as number) < 0 ? value.slice(count) : value.slice(0, count);
    const start = skip < 0 ? Math.max(0, value.length + skip) : skip;
    return value.slice(start, start + (count as number));
  };
}

function firstElement(operand: unknown, expression: ExpressionTest): (value: unknown) => unknown {
  if (!isDoc(operand)) throw failures.badValue('elemMatch: Invalid argument, object required');
  const test = elementTest(operand, expression);
  return (value) => {
    const found = Array.isArray(value) ? value.find(test) : undefined;
    return found === undefined ? undefined : [found];
  };
}

function buildTree(source: Doc, prefix: string, root: Node, deps: ProjectionDeps): void {
  for (const [field, value] of Object.entries(source)) {
    const path = prefix === '' ? field : `${prefix}.${field}`;
    const nested = isDoc(value) && Object.keys(value).length > 0 && !Object.keys(value)[0]?.startsWith('$');
    if (nested) {
      buildTree(value, path, root, deps);
      continue;
    }
    let node = root;
    for (const part of path.split('.')) {
      if (part === '') throw new MongoFailure(40353, `FieldPath field names may not be empty strings.`);
      if (node.leaf) throw new MongoFailure(31249, `Path collision at ${path}`);
      const child = node.children.get(part) ?? { children: new Map() };
      node.children.set(part, child);
      node = child;
    }
    if (node.leaf || node.children.size > 0) throw new MongoFailure(31250, `Path collision at ${path}`);
    node.leaf = buildLeaf(path, value, deps);
  }
}

function* leaves(node: Node, path = ''): Iterable<[path: string, leaf: Leaf]> {
  if (node.leaf) yield [path, node.leaf];
  for (const [part, child] of node.children) yield* leaves(child, path === '' ? part : `${path}.${part}`);
}

/** Compiles `{ a: 1 }`, `{ a: 0 }` or computed fields. Throws when inclusion and exclusion are mixed. */
export function compileProjection(source: Doc, deps: ProjectionDeps): Projection | undefined {
  if (Object.keys(source).length === 0) return undefined;
  const root: Node = { children: new Map() };
  buildTree(source, '', root, deps);
  const others = [...leaves(root)].filter(([path]) => path !== '_id');
  const kinds: ReadonlySet<string> = new Set(others.map(([, { kind }]) => kind));
  const idLeaf = root.children.get('_id')?.leaf;
  // `$elemMatch` includes its field and nothing else, `$slice` alone leaves the others in.
  const including = ['include', 'computed', 'pick'].some((kind) => kinds.has(kind));
  if (kinds.has('exclude') && including) {
    const [path] = others.find(([, { kind }]) => kind === 'exclude') as [string, Leaf];
    throw new MongoFailure(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
  }
  const excluding = kinds.has('exclude') || !(including || includesById(idLeaf, others.length, kinds));
  if (excluding) return (doc) => exclude(doc, root, doc) as Doc;
  if (!root.children.has('_id')) root.children.set('_id', { children: new Map(), leaf: { kind: 'include' } });
  return (doc) => include(doc, root, doc);
}

/** Returns the paths that a projection reads when it includes fields and nothing else; undefined: any. */
export function includedPaths(source: Doc): ReadonlySet<string> | undefined {
  const included = Object.entries(source).filter(([path]) => path !== '_id');
  if (included.length === 0 || !included.every(([, value]) => isFlag(value) && value)) return undefined;
  return new Set(['_id', ...included.map(([path]) => path)]);
}

/** `{ _id: 1 }` alone includes only it; `{ _id: 0 }` alone, or with `$slice`, excludes only it. */
function includesById(idLeaf: Leaf | undefined, others: number, kinds: ReadonlySet<string>): boolean {
  if (others === 0) return idLeaf?.kind !== 'exclude';
  return kinds.has('transform') && idLeaf?.kind === 'include';
}

function include(doc: Doc, { children }: Node, root: Doc): Doc {
  const result: Doc = {};
  for (const field of Object.keys(doc)) {
    const child = children.get(field);
    if (!child || child.leaf?.kind === 'computed') continue;
    const value = includeValue(ownField(doc, field), child, root);
    if (value !== undefined) putField(result, field, value);
  }
  for (const [field, child] of children) addComputed(result, field, child, ownField(doc, field), root);
  return result;
}

function includeValue(value: unknown, child: Node, root: Doc): unknown {
  if (child.leaf && 'apply' in child.leaf) return child.leaf.apply(value);
  if (child.leaf) return child.leaf.kind === 'include' ? value : undefined;
  if (Array.isArray(value)) {
    return value
      .filter((element) => isDoc(element) || Array.isArray(element))
      .map((element) => includeValue(element, child, root));
  }
  return isDoc(value) ? include(value, child, root) : undefined;
}

function addComputed(result: Doc, field: string, child: Node, value: unknown, root: Doc): void {
  if (child.leaf?.kind === 'computed') {
    const computed = child.leaf.value(root);
    if (computed !== undefined) putField(result, field, computed);
  } else if (value === undefined && !child.leaf && hasComputed(child))
    putField(result, field, include({}, child, root));
}

const hasComputed = (node: Node): boolean =>
  node.leaf?.kind === 'computed' || [...node.children.values()].some(hasComputed);

function exclude(value: unknown, node: Node, root: Doc): unknown {
  if (Array.isArray(value)) return value.map((element) => exclude(element, node, root));
  if (!isDoc(value)) return value;
  const result: Doc = {};
  for (const field of Object.keys(value)) {
    const child = node.children.get(field);
    const inner = ownField(value, field);
    const kept = !child ? inner : child.leaf ? keepLeaf(child.leaf, inner) : exclude(inner, child, root);
    if (kept !== undefined) putField(result, field, kept);
  }
  return result;
}

function keepLeaf(leaf: Leaf, value: unknown): unknown {
  if ('apply' in leaf) return leaf.apply(value);
  return leaf.kind === 'exclude' ? undefined : value;
}
