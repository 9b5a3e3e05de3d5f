import { expect } from 'chai';
import { startApi } from '../../../../api/start-api.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { signIn, signInOperator, signUp, Visitor } from '../../../support/people.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

interface Stream {
  status: number;
  /** The next page; undefined: the stream has ended. */
  next(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Opens the stream of the overview with the cookies of a visitor. */
async function follow({ url }: TestPlatform, { cookies }: Visitor): Promise<Stream> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { status, body } = await fetch(`${url}/ops/updates`, { headers: { cookie }, redirect: 'manual' });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    status,
    next: async () => {
      for (;;) {
        const found = /event: page\ndata: (.*)\n\n/.exec(text);
        if (found) {
          text = text.slice(found.index + found[0].length);
          return (JSON.parse(found[1]!) as { html: string }).html;
        }
        const { value, done } = await reader.read();
        if (done) return undefined;
        text += value;
      }
    },
    close: () => reader.cancel(),
  };
}

describe('the updates of the overview', () => {
  let platform: TestPlatform;
  let operator: Visitor;

  before(async () => {
    platform = await startPlatform({ workers: 0, env: { STREAMS_PER_KEY: '2' } });
    operator = await signInOperator(platform);
  });
  after(() => platform.close());

  it('are the page as it is now, and as it is after each change', async () => {
    const stream = await follow(platform, operator);
    expect(await stream.next()).to.include('aria-label="Pause render"');
    await operator.submit('/ops/queue/render/pause', {}, '/ops');
    const next = await stream.next();
    expect(next).to.include('aria-label="Resume render"').and.include('Paused: render.');
    await operator.submit('/ops/queue/render/resume', {}, '/ops');
    await stream.close();
  });

  it('are for operators alone', async () => {
    const developer = await signUp(platform, 'day@example.com', 'Day');
    expect((await operator.get('/ops')).text).to.include('data-updates="/ops/updates"');
    expect((await developer.get('/ops/updates')).status).to.equal(403);
    const { status } = await new Visitor(platform).get('/ops/updates');
    expect(status).to.be.oneOf([303, 401]);
  });

  it('have a bound for each person', async () => {
    const streams = [await follow(platform, operator), await follow(platform, operator)];
    expect(streams.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect((await operator.get('/ops/updates')).status).to.equal(429);
    await Promise.all(streams.map((stream) => stream.close()));
  });

  it('end with the session, and with the role', async () => {
    const { users, sessions } = platform.database;
    const stream = await follow(platform, operator);
    await stream.next();
    await sessions.deleteMany({});
    while ((await stream.next()) !== undefined);
    operator = await signIn(platform, 'night@example.com');
    const second = await follow(platform, operator);
    await second.next();
    await users.updateOne({ email: 'night@example.com' }, { $unset: { isOperator: 1 } });
    while ((await second.next()) !== undefined);
    await users.updateOne({ email: 'night@example.com' }, { $set: { isOperator: true } });
  });

  it('end when the process stops, before its deadline', async function () {
    this.timeout(40_000);
    const api = await startApi(platform.config, silentLogger());
    const stream = await follow({ ...platform, url: `http://127.0.0.1:${api.port}` }, operator);
    await stream.next();
    const closing = api.close(60_000);
    while ((await stream.next()) !== undefined);
    await closing;
  });
});
