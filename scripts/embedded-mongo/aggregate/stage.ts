import type { Doc } from '../bson/types.ts';

/** Takes documents one by one. `push` returns false when it takes no more. */
export interface Sink {
  readonly push: (doc: Doc) => boolean;
  readonly end: () => void;
}

/** Compiles stages into one sink in front of another. */
export type PipelineBuilder = (
  stages: readonly Doc[],
  deps: StageDeps,
  variables?: Doc,
) => (next: Sink) => Sink;

/** What stages that reach beyond their input need. */
export interface StageDeps {
  /** For the pipelines inside `$lookup` and `$facet`; an argument, so that stages do not import the table they are in. */
  readonly buildPipeline: PipelineBuilder;
  /** Documents of another collection of the database that match a query, for `$lookup`. */
  readonly query: (collection: string, filter: Doc) => Iterable<Doc>;
  /** Inserts a document, or changes the one that is there, for `$merge`. */
  readonly write: (
    collection: string,
    doc: Doc,
    whenMatched: 'replace' | 'merge' | 'keepExisting' | 'fail',
  ) => void;
}

/** A stage is built from its operand and the sink after it. */
export type StageFactory = (operand: unknown, deps: StageDeps, variables: Doc) => (next: Sink) => Sink;

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
