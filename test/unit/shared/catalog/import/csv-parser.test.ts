import { expect } from 'chai';
import fc from 'fast-check';
import { CsvError, type CsvRow, parseCsv } from '../../../../../shared/catalog/import/csv-parser.ts';

async function* chunked(text: string, size: number): AsyncGenerator<string> {
  const characters = [...text];
  for (let at = 0; at < characters.length; at += size) yield characters.slice(at, at + size).join('');
}

async function parse(text: string, size = 1_000): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of parseCsv(chunked(text, size))) rows.push(row);
  return rows;
}

const cases: [string, string, string[][]][] = [
  [
    'rows and fields',
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'LF for CRLF',
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'CR for CRLF',
    'a,b\rc,d\r',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a last row without a line end',
    'a,b\r\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'empty fields',
    ',a,\r\n,,\r\n',
    [
      ['', 'a', ''],
      ['', '', ''],
    ],
  ],
  ['fields without the spaces around them', ' a , "b" \r\n', [['a', 'b']]],
  ['spaces within quotes', '" a ",b\r\n', [[' a ', 'b']]],
  ['quoted fields', '"a","b"\r\n', [['a', 'b']]],
  ['commas within quotes', '"a,b",c\r\n', [['a,b', 'c']]],
  ['line ends within quotes', '"a\r\nb\nc",d\r\n', [['a\r\nb\nc', 'd']]],
  ['doubled quotes', '"say ""hi""",b\r\n', [['say "hi"', 'b']]],
  ['a field of one quote', '"""",b\r\n', [['"', 'b']]],
  ['empty quoted fields', '"",""\r\n', [['', '']]],
  ['a quote inside a plain field', '5" tall,b\r\n', [['5" tall', 'b']]],
  ['a byte order mark', '\uFEFFa,b\r\n', [['a', 'b']]],
  ['empty lines, which are no rows', 'a\r\n\r\n\nb\r\n\r\n', [['a'], ['b']]],
  ['characters outside the first plane', '😀,"é😀"\r\n', [['😀', 'é😀']]],
  [
    'semicolons, as Excel writes them in much of Europe',
    'a;b\r\n"1;2";3,4\r\n',
    [
      ['a', 'b'],
      ['1;2', '3,4'],
    ],
  ],
  [
    'tabs',
    'a\tb\r\n1,2\t3;4\r\n',
    [
      ['a', 'b'],
      ['1,2', '3;4'],
    ],
  ],
  ["Excel's mark of the separator, which is no row", 'sep=;\r\na;b\r\n', [['a', 'b']]],
  ['nothing', '', []],
];

describe('CSV', () => {
  for (const [name, text, expected] of cases) {
    it(`reads ${name}`, async () => {
      const rows = await parse(text);
      expect(rows.map(({ fields }) => fields)).to.deep.equal(expected);
    });
  }

  it('returns the line in which a row begins, whatever its fields contain', async () => {
    const rows = await parse('a,b\r\n"1\r\n2",c\r\n\r\nd,e\r\n');
    expect(rows.map(({ line }) => line)).to.deep.equal([1, 2, 5]);
  });

  it('returns the rows before a mistake', async () => {
    const rows = parseCsv(chunked('a,b\r\nc,d\r\n"e"f,g\r\n', 1_000));
    const read = [await rows.next(), await rows.next()].map(({ value }) => (value as CsvRow).fields);
    expect(read).to.deep.equal([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    const error = await rows.next().catch((thrown: unknown) => thrown);
    expect((error as CsvError).message).to.equal('Line 3 has text after a closing quote.');
  });

  for (const [name, text, message] of [
    ['a quote that is never closed', 'a,b\r\n"c,d\r\n', 'row of line 2 is never closed'],
    ['text after a closing quote', 'a\r\n"b"c\r\n', 'Line 2 has text after a closing quote'],
    ['a row over 1 MiB', `a\r\n"${'x'.repeat(1024 * 1024 + 2)}"\r\n`, 'line 2 is over 1 MiB'],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const error = await parse(text).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(CsvError);
      expect((error as CsvError).message).to.contain(message);
    });
  }

  it('reads back whatever a writer of RFC 4180 wrote, wherever the chunks are cut', async () => {
    const field = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.array(fc.constantFrom('"', ',', '\r\n', '\n', 'x'), { maxLength: 6 }).map((parts) => parts.join('')),
    );
    const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (written, size) => {
        const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;
        const text = written.map((row) => `${row.map(quote).join(',')}\r\n`).join('');
        const read = await parse(text, size);
        expect(read.map(({ fields }) => fields)).to.deep.equal(written);
      }),
      { numRuns: 200 },
    );
  });
});
