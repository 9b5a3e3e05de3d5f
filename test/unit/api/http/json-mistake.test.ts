import { expect } from 'chai';
import { locateMistake } from '../../../../api/http/json-mistake.ts';

describe('the place of a mistake in JSON', () => {
  for (const [title, text, place] of [
    ['a comma before the end', '{"a":1,}', ': see line 1, column 8'],
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', ': see line 3, column 3'],
    ['a word that is none', '[nul', ': see line 1, column 2'],
    ['a second value', '{} x', ': see line 1, column 4'],
    ['an object that is cut off', '{"a":[1,2', ': it ends too early'],
    ['a text that is cut off', '{"a":"b', ': it ends too early'],
    ['nothing', '', ': it ends too early'],
  ] as const)
    it(`is said of ${title}`, () => {
      expect(() => JSON.parse(text)).to.throw(SyntaxError);
      expect(locateMistake(text)).to.equal(place);
    });

  it('has no column behind a string that was longer', () => {
    expect(locateMistake('{"a":"long:1",}', 'long:')).to.equal(': see line 1');
    expect(locateMistake('{"a":"long:1",\n}', 'long:')).to.equal(': see line 2, column 1');
  });

  it('is not looked for in more than 64 KiB', () => {
    expect(locateMistake(`["${'x'.repeat(100_000)}",]`)).to.equal('');
  });
});
