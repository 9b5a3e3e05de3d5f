import { type CsvRow, parseCsv } from './csv-parser.ts';
import type { SourceRow } from './source-row.ts';

/** The columns, one row a variant; docs/catalog.md. Lists within a field are separated by `|`. */
export const csvColumns = [
  'product_id',
  'handle',
  'title',
  'category',
  'tags',
  'width',
  'height',
  'depth',
  'unit',
  'previous_handles',
  'images',
  'variant_id',
  'color',
  'variant_images',
] as const;
type Column = (typeof csvColumns)[number];
type Cells = Record<Column, string>;
/** Spreadsheets write empty columns too; such a column has no name. */
type Columns = (Column | '')[];

/** More rows than a product can have variants and pictures; keeps a file of one product from filling memory. */
const maxRows = 2_500;

/** The file as a whole cannot be read. */
export class CsvHeaderRefused extends Error {
  override name = 'CsvHeaderRefused';
}

/**
 * The products of a CSV file: neighbouring rows of one `product_id` are one product, whose own fields are
 * those of its first row. @throws CsvError, CsvHeaderRefused
 */
export async function* csvProducts(chunks: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  let columns: Columns | undefined;
  let group: { row: number; rows: Cells[] } | undefined;
  for await (const row of parseCsv(chunks)) {
    if (!columns) {
      columns = readHeader(row.fields);
      continue;
    }
    if (row.fields.every((field) => field.trim() === '')) continue;
    const problem = problemOf(row, columns);
    if (problem) {
      yield { row: row.line, problem };
      continue;
    }
    const cells = cellsOf(row, columns);
    if (group && group.rows[0]!.product_id === cells.product_id) {
      if (group.rows.length <= maxRows) group.rows.push(cells);
    } else {
      if (group) yield sourceRow(group);
      group = { row: row.line, rows: [cells] };
    }
  }
  if (!columns) throw new CsvHeaderRefused('The file is empty.');
  if (group) yield sourceRow(group);
}

function sourceRow({ row, rows }: { row: number; rows: Cells[] }): SourceRow {
  if (rows.length > maxRows) return { row, problem: `begins a product of more than ${maxRows} rows` };
  return { row, value: productOf(rows) };
}

function readHeader(fields: string[]): Columns {
  const names = fields.map((field) => field.trim().toLowerCase());
  if (names.includes('handle') && names.includes('body (html)')) {
    throw new CsvHeaderRefused(
      "This is Shopify's export of products, which names no ids; import https://YOUR-SHOP/products.json, or a response of the Admin API with --format shopify.",
    );
  }
  const unknown = names.find((name) => name !== '' && !(csvColumns as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new CsvHeaderRefused(`The column "${unknown}" is unknown; columns are ${csvColumns.join(', ')}.`);
  }
  const missing = ['product_id', 'handle'].find((name) => !names.includes(name));
  if (missing) throw new CsvHeaderRefused(`The column ${missing} is missing.`);
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice) throw new CsvHeaderRefused(`The column ${twice} is there twice.`);
  return names as Columns;
}

function problemOf({ fields }: CsvRow, columns: Columns): string | undefined {
  if (fields.length !== columns.length) return `has ${fields.length} fields, the header ${columns.length}`;
  const nameless = fields.findIndex((field, at) => columns[at] === '' && field.trim() !== '');
  if (nameless !== -1) return `has text in column ${nameless + 1}, which has no name`;
  return fields[columns.indexOf('product_id')]!.trim() === '' ? 'has no product_id' : undefined;
}

function cellsOf({ fields }: CsvRow, columns: Columns): Cells {
  const cells = Object.fromEntries(csvColumns.map((column) => [column, ''])) as Cells;
  for (const [at, column] of columns.entries()) if (column) cells[column] = fields[at]!.trim();
  return cells;
}

function parts(cell: string): string[] {
  return cell
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** A number as a spreadsheet of any country writes it: `80,5`. */
const decimal = (cell: string) => cell.replace(/^(\d+),(\d+)$/, '$1.$2');

/** Cells that are empty are left out; null when all are. */
function dimensionsOf({ unit, ...cells }: Cells): Record<string, string> | null {
  const sides = (['width', 'height', 'depth'] as const).flatMap((side) =>
    cells[side] ? [[side, decimal(cells[side])]] : [],
  );
  if (sides.length === 0) return null;
  return Object.fromEntries(unit ? [...sides, ['unit', unit.toLowerCase()]] : sides);
}

/** The product as the JSON format writes it. */
function productOf(rows: Cells[]): unknown {
  const [first] = rows as [Cells];
  return {
    productId: first.product_id,
    handle: first.handle,
    title: first.title,
    category: first.category,
    tags: parts(first.tags),
    dimensions: dimensionsOf(first),
    previousHandles: parts(first.previous_handles),
    images: rows.flatMap((row) => parts(row.images)),
    variants: rows
      .filter((row) => row.variant_id !== '')
      .map((row) => ({ variantId: row.variant_id, color: row.color, images: parts(row.variant_images) })),
  };
}
