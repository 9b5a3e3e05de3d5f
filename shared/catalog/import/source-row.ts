/** One product of a source before it is checked; `problem` where the source itself is at fault. */
export type SourceRow = {
  /** Where it stands: the line of a CSV file, else the number of the product, from 1. */
  row: number;
} & ({ value: unknown } | { problem: string });
