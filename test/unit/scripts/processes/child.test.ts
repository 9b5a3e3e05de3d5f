import { expect } from 'chai';
import { endingLine } from '../../../../scripts/processes/child.ts';

describe('the line that says how a process ended', () => {
  const cases: [what: string, lines: string[], expected: string][] = [
    ['nothing', [], 'ended with code 1'],
    ['a last word', ['one', 'two', ''], 'ended with code 1: two'],
    [
      'a crash of Node',
      [
        'file.ts:1',
        'TypeError: no such thing',
        '    at main (file.ts:1:1)',
        "  code: 'X'",
        '}',
        '',
        'Node.js v20.20.2',
      ],
      'ended with code 1: TypeError: no such thing',
    ],
    [
      'a log line',
      ['{"level":60,"msg":"PORT must be a valid port"}'],
      'ended with code 1: PORT must be a valid port',
    ],
    [
      'a logged error',
      ['{"level":60,"err":{"message":"refused"},"msg":"crash"}'],
      'ended with code 1: refused',
    ],
    ['nothing of what went well', ['{"level":30,"msg":"ready"}'], 'ended with code 1'],
  ];
  for (const [what, lastLines, expected] of cases) {
    it(`shows ${what}`, () => {
      expect(endingLine({ code: 1, signal: null, lastLines })).to.equal(expected);
    });
  }

  it('names the signal', () => {
    expect(endingLine({ code: null, signal: 'SIGKILL', lastLines: [] })).to.equal('ended by SIGKILL');
  });
});
