import { isArrayIndex, ownField, putField } from '../bson/path.ts';
import { shellFormat } from '../bson/shell-format.ts';
import { type Doc, isDoc } from '../bson/types.ts';
import { failures } from '../errors.ts';

type Container = Doc | unknown[];

/** Arrays are padded with nulls up to an index; MongoDB stops at this many. */
const maxPadding = 1_500_000;

/**
 * A new version of a document that shares with the old one all it does not change. Containers on the way to a
 * change are copied once, so the old version stays valid for whoever reads it.
 */
export class Draft {
  #root: Doc;
  readonly #original: Doc;
  readonly #copied = new Set<Container>();

  constructor(original: Doc) {
    this.#original = original;
    this.#root = original;
  }

  get doc(): Doc {
    return this.#root;
  }

  get changed(): boolean {
    return this.#root !== this.#original;
  }

  /** Sets a value, making the documents on the way. Throws PathNotViable when a scalar is in the way. */
  set(parts: readonly string[], value: unknown): void {
    const container = this.#containerFor(parts);
    const field = parts.at(-1) as string;
    place(container, field, value);
  }

  /** Removes a field; an array element becomes null. Nothing happens when the path does not exist. */
  unset(parts: readonly string[]): void {
    const container = this.#containerFor(parts);
    const field = parts.at(-1) as string;
    if (Array.isArray(container)) container[Number(field)] = null;
    else delete container[field];
  }

  #containerFor(parts: readonly string[]): Container {
    let container: Container = this.#own(this.#root, (copy) => {
      this.#root = copy as Doc;
    });
    for (let i = 0; i < parts.length - 1; i++)
      container = this.#enter(container, parts[i] as string, parts[i + 1] as string);
    checkField(container, parts.at(-1) as string, parts.at(-2));
    return container;
  }

  #enter(container: Container, part: string, next: string): Container {
    checkField(container, part, undefined);
    const inner = Array.isArray(container) ? container[Number(part)] : ownField(container, part);
    if (inner === undefined) {
      const made: Container = {};
      this.#copied.add(made);
      place(container, part, made);
      return made;
    }
    if (!isDoc(inner) && !Array.isArray(inner))
      throw failures.pathNotViable(next, shellFormat({ [part]: inner }));
    return this.#own(inner, (copy) => place(container, part, copy));
  }

  #own(container: Container, keep: (copy: Container) => void): Container {
    if (this.#copied.has(container)) return container;
    const copy = Array.isArray(container) ? container.slice() : { ...container };
    this.#copied.add(copy);
    keep(copy);
    return copy;
  }
}

function checkField(container: Container, part: string, parent: string | undefined): void {
  if (Array.isArray(container) && !isArrayIndex(part)) {
    throw failures.pathNotViable(part, shellFormat({ [parent ?? 'array']: container }));
  }
}

function place(container: Container, field: string, value: unknown): void {
  if (Array.isArray(container)) {
    pad(container, field);
    container[Number(field)] = value;
  } else putField(container, field, value);
}

function pad(array: unknown[], field: string): void {
  const index = Number(field);
  if (index - array.length > maxPadding) throw failures.badValue("can't backfill more than 1500000 elements");
  while (array.length < index) array.push(null);
}
