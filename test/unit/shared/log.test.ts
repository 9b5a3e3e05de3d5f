import { expect } from 'chai';
import { createLogger } from '../../../shared/log.ts';

describe('the log', () => {
  const long = '!'.repeat(32_000);

  /** The one entry that `write` makes, and its length in bytes. */
  function toEntry(write: (log: ReturnType<typeof createLogger>) => void) {
    const lines: string[] = [];
    write(createLogger({ service: 'test', level: 'info' }, { write: (line) => void lines.push(line) }));
    expect(lines).to.have.length(1);
    return { bytes: lines[0]!.length, entry: JSON.parse(lines[0]!) };
  }

  it('cuts a reason at 200 characters', () => {
    const { bytes, entry } = toEntry((log) => log.info({ code: 'INVALID_INPUT', reason: long }, 'rejected'));
    expect(entry.reason).to.equal(`${'!'.repeat(200)}…`);
    expect(entry).to.include({ code: 'INVALID_INPUT', msg: 'rejected', service: 'test' });
    expect(bytes).to.be.below(500);
  });

  it('cuts a message, with fields and without', () => {
    expect(toEntry((log) => log.warn(long)).entry.msg).to.have.length(201);
    expect(toEntry((log) => log.warn({ renderId: 'r' }, long)).entry.msg).to.have.length(201);
  });

  it('cuts the message and the stack of an error, and keeps where it was thrown', () => {
    const { bytes, entry } = toEntry((log) => log.error({ err: new TypeError(long) }, 'failed'));
    expect(entry.err).to.include({ type: 'TypeError', message: `${'!'.repeat(200)}…` });
    expect(bytes).to.be.below(5_000);
    const short = new Error('short');
    const { err } = toEntry((log) => log.error({ err: short }, 'failed')).entry;
    expect(err.stack).to.contain(short.stack!.split('\n')[1]!.trim());
  });

  it('also cuts the entries of a child, and keeps numbers and objects', () => {
    const { entry } = toEntry((log) =>
      log.child({ requestId: 'req_1' }).info({ reason: long, port: 3000, tally: { a: 1 } }, 'ready'),
    );
    expect(entry.reason).to.have.length(201);
    expect(entry).to.deep.include({ requestId: 'req_1', port: 3000, tally: { a: 1 } });
  });

  it('redacts secrets', () => {
    const { entry } = toEntry((log) => log.info({ authorization: 'Bearer x', writeKey: 'y' }, 'request'));
    expect(entry).to.include({ authorization: '[redacted]', writeKey: '[redacted]' });
  });
});
