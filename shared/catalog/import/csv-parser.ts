import { type CsvErrorCode, CsvError as ParseError, parse } from 'csv-parse';

/** The file is not valid CSV; `message` names the line. */
export class CsvError extends Error {
  override name = 'CsvError';
}

export interface CsvRow {
  /** 1 for the first line of the file; of the row's first line where a field has several. */
  line: number;
  fields: string[];
}

/** Longer rows are a quote that is never closed, which would swallow the rest of the file. */
const maxRowBytes = 1024 * 1024;

/** A header is shorter than this. */
const maxStart = 64 * 1024;

/**
 * Reads RFC 4180 with commas, semicolons or tabs; skips a byte order mark, empty lines, Excel's `sep=;` and
 * spaces around fields. Keeps the rows of one chunk in memory at a time.
 * @param chunks of whole characters, as `decodeText` returns them
 * @throws CsvError for a quote that is not closed, text after one, or a row over 1 MiB.
 */
export async function* parseCsv(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { start, separator } = await readStart(iterator);
  const reader = createRowReader(separator);
  for await (const chunk of joined(start, iterator))
    yield* reader.read((done) => reader.parser.write(chunk, done));
  yield* reader.read((done) => reader.parser.end(done));
}

function createRowReader(separator: string) {
  const rows: string[][] = [];
  const parser = parse({
    bom: true,
    delimiter: separator,
    max_record_size: maxRowBytes,
    record_delimiter: ['\r\n', '\n', '\r'],
    // Rows of another length than the header are reported one by one.
    relax_column_count: true,
    // `5" tall` without quotes around it is what people write.
    relax_quotes: true,
    trim: true,
    // Taken from here instead of from the stream, which drops the rows before a mistake.
    on_record: (fields: string[]) => {
      rows.push(fields);
      return null;
    },
  });
  parser.on('error', () => {});
  let line = 1;

  function* take(): Generator<CsvRow> {
    for (const fields of rows.splice(0)) {
      const row = { line, fields };
      // Empty lines are rows here; outside of quotes a line break always ends a row.
      line += 1 + lineBreaks(fields);
      if (!isEmpty(row) && !isSeparatorMark(row)) yield row;
    }
  }

  /** Runs one write to the parser, and returns the rows that it completed. */
  async function* read(write: (done: (error?: Error | null) => void) => void): AsyncGenerator<CsvRow> {
    const error = await new Promise<Error | null | undefined>((resolve) => write(resolve));
    yield* take();
    if (error) throw error instanceof ParseError ? refusal(error, line) : error;
  }

  return { parser, read };
}

const isEmpty = ({ fields }: CsvRow) => fields.length === 1 && fields[0] === '';

const isSeparatorMark = ({ line, fields }: CsvRow) =>
  line === 1 && fields.length === 2 && fields.join('') === 'sep=';

function lineBreaks(fields: string[]): number {
  return fields.reduce((sum, field) => sum + (field.includes('\n') ? field.split('\n').length - 1 : 0), 0);
}

/** Spreadsheets write the list separator of the country they are used in; the first one of the file decides. */
async function readStart(chunks: AsyncIterator<string>): Promise<{ start: string; separator: string }> {
  let start = '';
  while (start.length < maxStart) {
    const found = /[,;\t]/.exec(start.replace(/"[^"]*("|$)/g, ''));
    if (found) return { start, separator: found[0] };
    const { value, done } = await chunks.next();
    if (done) break;
    start += value;
  }
  return { start, separator: ',' };
}

async function* joined(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield start;
  yield* { [Symbol.asyncIterator]: () => rest };
}

const refusals: Partial<Record<CsvErrorCode, (line: number) => string>> = {
  CSV_QUOTE_NOT_CLOSED: (line) => `The quote in the row of line ${line} is never closed.`,
  CSV_MAX_RECORD_SIZE: (line) => `The row that begins in line ${line} is over 1 MiB.`,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: (line) => `Line ${line} has text after a closing quote.`,
};

function refusal({ code, message }: ParseError, line: number): CsvError {
  return new CsvError(
    refusals[code]?.(line) ?? `The row that begins in line ${line} cannot be read: ${message}.`,
  );
}
