/** Cells by the name of their column; absent columns are empty. */
export type Cells = Record<string, string>;

/** A file format: the column that groups rows into products, and the mapping of those rows to one product. */
export interface CsvLayout {
  /** The column whose neighbouring equal cells make one product. */
  key: string;
  toProduct(rows: Cells[]): { value: unknown } | { problem: string };
}

/** Splits a cell that has several parts. */
export function listIn(cell: string, separator = '|'): string[] {
  return cell
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Normalises a number as a spreadsheet of any country writes it: `80,5`. */
export const decimal = (cell: string) => cell.replace(/^(\d+),(\d+)$/, '$1.$2');
