import { expect } from 'chai';
import { formatTable, json, oneLine, printable } from '../../../../scripts/admin/output.ts';

/** Sets a terminal's title and clipboard, and its colors, in 7-bit and 8-bit forms; reverses text. */
const hostile = '\x1b]0;TITLE\x07\x1b[31m\x1b]52;c;cHduZWQ=\x07\u009b31m\u202etxt.exe\u2066\r\x7f';
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal obeys
const obeyed = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

describe('the output of the operators’ command line', () => {
  it('prints no control or direction character in a table, and one line for each row', () => {
    const table = formatTable(['Title', 'State'], [[`${hostile}\nsecond line`, 'ok']]);
    expect(table).not.to.match(obeyed);
    expect(table.split('\n')).to.have.length(2);
    expect(table).to.contain(']0;TITLE');
  });

  it('aligns columns by what is printed', () => {
    const [, row] = formatTable(['Title', 'State'], [['a\x1bb', 'ok']]).split('\n');
    expect(row).to.equal('a\ufffdb    ok');
  });

  it('prints none in an error or another text', () => {
    expect(oneLine(hostile)).not.to.match(obeyed);
    const text = printable(`first ${hostile}\nsecond`);
    expect(text).not.to.match(obeyed);
    expect(text).to.match(/\nsecond$/);
  });

  it('escapes them in JSON, so that programs receive the same text', () => {
    const text = json({ title: hostile });
    expect(text).not.to.match(obeyed);
    expect(JSON.parse(text)).to.deep.equal({ title: hostile });
  });

  it('leaves text of other languages as it is', () => {
    expect(formatTable(['Titel'], [['Äpfel 椅子 🪑']])).to.equal('Titel\nÄpfel 椅子 🪑');
  });
});
