/** A line that is no CSV; `message` names it. */
export class CsvError extends Error {
  override name = 'CsvError';
}

export interface CsvRow {
  /** 1 for the first line of the file; of the row's first line where a field has several. */
  line: number;
  fields: string[];
}

/** Longer rows are a quote that is never closed, which would swallow the rest of the file. */
const longestRow = 1024 * 1024;

type State =
  | 'start' // of a field
  | 'plain'
  | 'quoted'
  | 'quote' // one quote inside a quoted field: its end, or half of a doubled one
  | 'return'; // a carriage return outside quotes: half of the end of the row

/** Spreadsheets write the list separator of the country they are used in; the first one of the file tells. */
const separators = new Set([',', ';', '\t']);

/**
 * Reads RFC 4180: quoted fields with commas, line breaks and doubled quotes; LF is taken for CRLF, a byte
 * order mark, empty lines and Excel's `sep=;` are passed over. Fields may be separated by semicolons or
 * tabs as well. Holds one row at a time, wherever the chunks are cut.
 * @throws CsvError for a quote that is not closed, text after one, or a row over 1 MiB.
 */
export async function* parseCsv(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const reader = createRowReader();
  for await (const chunk of chunks) yield* reader.read(chunk);
  yield* reader.end();
}

function createRowReader() {
  let state: State = 'start';
  let field = '';
  let fields: string[] = [];
  let size = 0;
  let line = 1;
  let rowLine = 1;
  let first = true;
  let separator: string | undefined;

  const endField = () => {
    fields.push(field);
    field = '';
    state = 'start';
  };
  const endRow = (): CsvRow | undefined => {
    endField();
    const row = { line: rowLine, fields };
    fields = [];
    size = 0;
    rowLine = line;
    const isMark = row.line === 1 && row.fields.length === 2 && row.fields.join('') === 'sep=';
    return isMark || (row.fields.length === 1 && row.fields[0] === '') ? undefined : row;
  };
  const add = (char: string) => {
    size += 1;
    if (size > longestRow) throw new CsvError(`The row that begins in line ${rowLine} is over 1 MiB.`);
    field += char;
  };

  /** Takes one character; answers the row that it ends. */
  const take = (char: string): CsvRow | undefined => {
    if (char === '\n') line += 1;
    if (state === 'quoted') {
      if (char === '"') state = 'quote';
      else add(char);
      return undefined;
    }
    if (state === 'return' && char !== '\n') throw new CsvError(`Line ${line} has a lone carriage return.`);
    if (!separator && separators.has(char)) separator = char;
    if (char === '\n') return endRow();
    if (char === '\r') state = 'return';
    else if (char === separator) endField();
    else if (char === '"' && state === 'quote') {
      state = 'quoted';
      add(char);
    } else if (state === 'quote') {
      throw new CsvError(`Line ${line} has text after a closing quote.`);
    } else if (char === '"' && state === 'start') state = 'quoted';
    else {
      state = 'plain';
      add(char);
    }
    return undefined;
  };

  return {
    *read(chunk: string): Generator<CsvRow> {
      const text = first ? chunk.replace(/^\uFEFF/, '') : chunk;
      first &&= chunk === '';
      for (const char of text) {
        const row = take(char);
        if (row) yield row;
      }
    },
    *end(): Generator<CsvRow> {
      if (state === 'quoted') throw new CsvError(`The quote in the row of line ${rowLine} is never closed.`);
      const row = endRow();
      if (row) yield row;
    },
  };
}
