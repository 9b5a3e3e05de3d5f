/** One product of a source before it is checked; `problem` where the source is malformed. */
export type SourceRow = {
  /** The line of a CSV file, else the number of the product, from 1. */
  row: number;
} & ({ value: unknown } | { problem: string });
