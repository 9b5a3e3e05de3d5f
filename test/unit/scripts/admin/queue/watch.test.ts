import { expect } from 'chai';
import type { QueueSample } from '../../../../../scripts/admin/queue/read-sample.ts';
import { watchQueue } from '../../../../../scripts/admin/queue/watch.ts';

const depth = { waiting: 3, yielding: 1, active: 2, delayed: 0, oldestWaitMs: 4200 };
const sample: QueueSample = {
  at: '2026-01-31T09:00:00.000Z',
  queues: [{ name: 'render', ...depth }],
  fleet: { workers: 2, slots: 4, runMs: 41_000 },
  running: [
    { renderId: 'rnd_1', account: 'acc_1', mode: 'live', ageMs: 12_000, stage: '\x1b]0;x', share: 0.4 },
    { renderId: 'rnd_2', account: 'acc_1', mode: 'test', ageMs: 900 },
  ],
};

/** What is written until that many samples were read. */
async function watched(
  options: { isTTY?: boolean; json?: boolean },
  ...samples: (QueueSample | Error)[]
): Promise<string> {
  const aborter = new AbortController();
  let text = '';
  const write = (part: string) => {
    text += part;
    if (samples.length === 0) aborter.abort();
  };
  const read = async () => {
    const next = samples.shift()!;
    if (next instanceof Error) throw next;
    return next;
  };
  const screen = { isTTY: options.isTTY ?? false, write };
  await watchQueue({ read, screen, everyMs: 1, json: options.json ?? false, signal: aborter.signal });
  return text;
}

describe('Watching the queue', () => {
  it('writes a line for each sample where there is no terminal, also while Redis is down', async () => {
    const lines = (await watched({}, sample, new Error('Redis does not respond'), sample)).trim().split('\n');
    const line =
      '2026-01-31T09:00:00.000Z render 3 waiting (4.2 s), 2 active; workers 2; oldest running 12 s';
    expect([lines[0], lines[2]]).to.deep.equal([line, line]);
    expect(lines[1]).to.match(/^\S+ not read: Redis does not respond$/);
    expect(lines).to.have.length(3);
  });

  it('draws tables in place on a terminal, without escape sequences of others', async () => {
    const text = await watched({ isTTY: true }, sample, sample);
    expect(text.split('\x1b[H\x1b[2J')).to.have.length(3);
    expect(text).to.match(/^render +3 +1 +2 +0 +4\.2 s$/m);
    expect(text).to.contain('Workers: 2, 4 renders at once, a render takes 41 s.');
    expect(text).to.match(/^rnd_1 +12 s +�\]0;x +40 % +live +acc_1$/m);
    expect(text).to.match(/^rnd_2 +0\.9 s +- +- +test +acc_1$/m);
    expect(text).to.contain('every 0.001 s; Ctrl-C ends.');
  });

  it('writes an object a line with --json', async () => {
    const lines = (await watched({ isTTY: true, json: true }, sample, new Error('down'))).trim().split('\n');
    expect(JSON.parse(lines[0]!)).to.deep.equal(sample);
    expect(JSON.parse(lines[1]!)).to.include({ error: 'down' });
  });

  it('ends at once when it is interrupted', async () => {
    const everyMs = 3_600_000;
    const aborter = new AbortController();
    const screen = { write: () => aborter.abort() };
    await watchQueue({ read: async () => sample, screen, everyMs, json: false, signal: aborter.signal });
    expect(aborter.signal.aborted).to.equal(true);
  });
});
