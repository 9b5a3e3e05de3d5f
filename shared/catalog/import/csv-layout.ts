/** Cells by the name of their column; absent columns are empty. */
export type Cells = Record<string, string>;

/** How the columns of a file become a product. */
export interface CsvLayout {
  /** The column whose neighbouring equal cells make one product. */
  key: string;
  toProduct(rows: Cells[]): { value: unknown } | { problem: string };
}

/** The parts of a cell that has several. */
export function listIn(cell: string, separator = '|'): string[] {
  return cell
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** A number as a spreadsheet of any country writes it: `80,5`. */
export const decimal = (cell: string) => cell.replace(/^(\d+),(\d+)$/, '$1.$2');
