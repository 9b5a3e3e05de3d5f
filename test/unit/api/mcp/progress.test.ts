import type { ServerContext } from '@modelcontextprotocol/server';
import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { openProgress } from '../../../../api/mcp/progress.ts';

interface Sent {
  progressToken: string;
  progress: number;
  total: number;
  message: string;
}

describe('the progress of a tool call', () => {
  let clock: SinonFakeTimers;
  let sent: Sent[];
  beforeEach(() => {
    clock = useFakeTimers();
    sent = [];
  });
  afterEach(() => clock.restore());

  const contextWith = (
    _meta: object,
    notify = async ({ params }: { params: Sent }) => void sent.push(params),
  ) => ({ mcpReq: { _meta, notify } }) as unknown as ServerContext;

  it('is sent at once, at each new text, and at least every 15 seconds', () => {
    const progress = openProgress(contextWith({ progressToken: 'p' }));
    progress.say('Checking');
    progress.say('Checking');
    expect(sent.map(({ message }) => message)).to.deep.equal(['Checking']);
    clock.tick(15_000);
    expect(sent.map(({ message }) => message)).to.deep.equal(['Checking', 'Checking']);
    progress.say('Rendering', 0.5);
    expect(sent.at(-1)).to.deep.equal({ progressToken: 'p', progress: 0.5, total: 1, message: 'Rendering' });
    progress.close();
    clock.tick(60_000);
    expect(sent.length).to.equal(3);
  });

  it('always grows, also where a share falls, and never arrives', () => {
    const progress = openProgress(contextWith({ progressToken: 'p' }));
    for (const share of [0.2, 0.9, 0.1, 1]) progress.say(`at ${share}`, share);
    clock.tick(3_600_000);
    progress.close();
    const values = sent.map((event) => event.progress);
    expect(values.every((value, index) => index === 0 || value > values[index - 1]!)).to.equal(true);
    expect(values.at(-1)).to.be.below(1);
  });

  it('has no digits of binary arithmetic', () => {
    const progress = openProgress(contextWith({ progressToken: 'p' }));
    progress.say('Checking');
    clock.tick(60_000);
    progress.close();
    expect(sent[1]!.progress).to.equal(0.0396);
    for (const event of sent) expect(String(event.progress)).to.match(/^0\.\d{1,9}$/);
  });

  it('is not sent to a client that asked for none', () => {
    const progress = openProgress(contextWith({}));
    progress.say('Checking');
    clock.tick(60_000);
    progress.close();
    expect(sent).to.deep.equal([]);
    expect(clock.countTimers()).to.equal(0);
  });

  it('survives a stream that has closed', async () => {
    const context = contextWith({ progressToken: 'p' }, () => Promise.reject(new Error('closed')));
    const progress = openProgress(context);
    progress.say('Checking');
    await clock.tickAsync(10_000);
    progress.close();
  });
});
