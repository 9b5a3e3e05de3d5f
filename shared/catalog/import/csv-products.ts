import { csvColumns, ownLayout } from './csv-columns.ts';
import type { Cells, CsvLayout } from './csv-layout.ts';
import { type CsvRow, parseCsv } from './csv-parser.ts';
import { isShopifyExport, shopifyLayout } from './shopify-csv.ts';
import type { SourceRow } from './source-row.ts';

/** More rows than a product can have variants and images; keeps a file of one product from filling memory. */
const maxRows = 2_500;

/** The file as a whole cannot be read. */
export class CsvHeaderRefused extends Error {
  override name = 'CsvHeaderRefused';
}

interface Header {
  /** Spreadsheets write empty columns too; such a column has no name. */
  names: string[];
  layout: CsvLayout;
}

/**
 * Reads the products of a CSV file, ours or Shopify's export: neighbouring rows of one product are one product, whose
 * own fields are those of its first row. @throws CsvError, CsvHeaderRefused
 */
export async function* csvProducts(chunks: AsyncIterable<string>): AsyncGenerator<SourceRow> {
  let header: Header | undefined;
  let group: { row: number; rows: Cells[] } | undefined;
  for await (const row of parseCsv(chunks)) {
    if (!header) {
      header = readHeader(row.fields);
      continue;
    }
    if (row.fields.every((field) => field.trim() === '')) continue;
    const problem = findProblem(row, header);
    if (problem) {
      yield { row: row.line, problem };
      continue;
    }
    const { key } = header.layout;
    const cells = toCells(row, header.names);
    if (group && group.rows[0]![key] === cells[key]) {
      if (group.rows.length <= maxRows) group.rows.push(cells);
    } else {
      if (group) yield sourceRow(group, header.layout);
      group = { row: row.line, rows: [cells] };
    }
  }
  if (!header) throw new CsvHeaderRefused('The file is empty.');
  if (group) yield sourceRow(group, header.layout);
}

function sourceRow({ row, rows }: { row: number; rows: Cells[] }, layout: CsvLayout): SourceRow {
  if (rows.length > maxRows) return { row, problem: `begins a product of more than ${maxRows} rows` };
  return { row, ...layout.toProduct(rows) };
}

function readHeader(fields: string[]): Header {
  const names = fields.map((field) => field.trim().toLowerCase());
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice) throw new CsvHeaderRefused(`The column ${twice} is there twice.`);
  if (isShopifyExport(names)) return { names, layout: shopifyLayout };
  const unknown = names.find((name) => name !== '' && !(csvColumns as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new CsvHeaderRefused(`The column "${unknown}" is unknown; columns are ${csvColumns.join(', ')}.`);
  }
  const missing = ['product_id', 'handle'].find((name) => !names.includes(name));
  if (missing) throw new CsvHeaderRefused(`The column ${missing} is missing.`);
  return { names, layout: ownLayout };
}

function findProblem({ fields }: CsvRow, { names, layout }: Header): string | undefined {
  if (fields.length !== names.length) return `has ${fields.length} fields, the header ${names.length}`;
  const nameless = fields.findIndex((field, at) => names[at] === '' && field.trim() !== '');
  if (nameless !== -1) return `has text in column ${nameless + 1}, which has no name`;
  return fields[names.indexOf(layout.key)]!.trim() === '' ? `has no ${layout.key}` : undefined;
}

function toCells({ fields }: CsvRow, names: string[]): Cells {
  const named = names.flatMap((name, at) => (name ? [[name, fields[at]!.trim()]] : []));
  return Object.fromEntries(named) as Cells;
}
