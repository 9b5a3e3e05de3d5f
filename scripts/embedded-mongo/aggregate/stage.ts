import type { Doc } from '../bson/types.ts';

/** Takes documents one by one. `push` returns false when it takes no more. */
export interface Sink {
  readonly push: (doc: Doc) => boolean;
  readonly end: () => void;
}

/** A stage is built from its operand and the sink after it. */
export type StageFactory = (operand: unknown, variables: Doc) => (next: Sink) => Sink;

/** A stage that turns each document into one, or into none. */
export const mapping =
  (transform: (doc: Doc) => Doc | undefined) =>
  (next: Sink): Sink => ({
    push: (doc) => {
      const result = transform(doc);
      return result === undefined || next.push(result);
    },
    end: next.end,
  });

/** Gives documents to a sink until it has enough, then ends it. */
export function feed(docs: Iterable<Doc>, next: Sink): void {
  for (const doc of docs) if (!next.push(doc)) break;
  next.end();
}
