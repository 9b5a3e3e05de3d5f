import { expect } from 'chai';
import { recordDurations } from '../../../../shared/renders/expected-duration.ts';
import { publishProgress, readProgress } from '../../../../shared/renders/render-signals.ts';
import {
  call,
  eventually,
  hangUpWhen,
  hold,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

interface ServerEvent {
  id?: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: events carry different data.
  data: any;
}

/** Reads a stream of server-sent events to its end; `onEvent` is called as they come. */
async function readEvents(
  url: string,
  key: string,
  { headers = {}, onEvent }: { headers?: Record<string, string>; onEvent?: (text: string) => void } = {},
): Promise<ServerEvent[]> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}`, ...headers } });
  expect(response.headers.get('content-type')).to.match(/^text\/event-stream/);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('event:')) onEvent?.(text);
  }
  return text
    .split('\n\n')
    .filter((block) => block.includes('event:'))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const id = field('id');
      return { ...(id ? { id } : {}), event: field('event')!, data: JSON.parse(field('data')!) };
    });
}

describe('renders that a caller does not wait for', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let go = () => {};
  before(async () => {
    platform = await startPlatform({ env: { WORKER_CONCURRENCY: '1' } });
    account = await platform.account({ credits: 100 });
  });
  after(() => platform.close());
  afterEach(() => {
    go();
    platform.cog.latencyMs = 0;
    platform.cog.mode = 'ok';
  });

  const submit = async () => {
    const response = await visualize(platform, account.key, await visualizeBody(), {
      prefer: 'respond-async',
    });
    return { response, id: response.headers.get('x-render-id')! };
  };
  const state = async (id: string) =>
    (await call(platform, 'GET', `/visualize/${id}`, account.key)).body.state;

  it('responds with 202 and a location to a caller that prefers respond-async', async () => {
    platform.cog.latencyMs = 100;
    const { response, id } = await submit();
    expect(response.status).to.equal(202);
    expect(response.headers.get('location')).to.equal(`/visualize/${id}`);
    expect(response.headers.get('preference-applied')).to.equal('respond-async');
    expect(response.body).to.include({ id }).and.not.to.have.property('image');
    await eventually(async () => (await state(id)) === 'succeeded');
    const { body, headers } = await call(platform, 'GET', response.headers.get('location')!, account.key);
    expect(body.image).to.match(/^data:image\/png;base64,/);
    expect(body.usage.credits).to.equal(1);
    expect(headers.get('server-timing')).to.match(/queue;dur=/);
    const image = await fetch(`${platform.url}/visualize/${id}/image`, {
      headers: { authorization: `Bearer ${account.key}` },
    });
    expect(Buffer.from(await image.arrayBuffer()).toString('base64')).to.equal(body.image.split(',')[1]);
  });

  it('shortens the wait to wait=N, and responds with 200 when the render is faster', async () => {
    const body = await visualizeBody();
    expect((await visualize(platform, account.key, body, { prefer: 'wait=10' })).status).to.equal(200);
    go = hold(platform.cog);
    const slow = await visualize(platform, account.key, body, { prefer: 'wait=1' });
    expect([slow.status, slow.headers.get('preference-applied')]).to.deep.equal([202, 'wait=1']);
    go();
    await eventually(async () => (await state(slow.headers.get('x-render-id')!)) === 'succeeded');
  });

  it('shows the position of a queued render', async () => {
    go = hold(platform.cog);
    const [first, second, third] = [await submit(), await submit(), await submit()];
    await eventually(async () => (await state(first!.id)) === 'running');
    const { body } = await call(platform, 'GET', `/visualize/${third!.id}`, account.key);
    expect(body).to.include({ state: 'queued', queuePosition: 2 });
    go();
    for (const { id } of [first!, second!, third!])
      await eventually(async () => (await state(id)) === 'succeeded');
  });

  it('streams queued, progress and done as server-sent events, and resumes after Last-Event-ID', async () => {
    go = hold(platform.cog);
    await submit();
    const { id } = await submit();
    const url = `${platform.url}/visualize/${id}/events`;
    const events = await readEvents(url, account.key, { onEvent: go });
    expect(events[0]).to.deep.include({ event: 'queued' });
    expect(events[0]!.data.position).to.be.at.least(1);
    const stages = events.filter(({ event }) => event === 'progress').map(({ data }) => data.stage);
    expect(stages[0]).to.equal('started');
    expect(stages.at(-1)).to.equal('encoding');
    expect(events.at(-1)).to.deep.include({ event: 'done' });
    expect(events.at(-1)!.data).to.include({ id, state: 'succeeded' });

    const progress = events.filter((event) => event.id);
    const ids = progress.map((event) => Number(event.id));
    expect(ids).to.deep.equal(ids.map((_, index) => index + 1));
    const again = await readEvents(url, account.key, { headers: { 'last-event-id': '1' } });
    for (const foreign of ['1.5', '1e21', 'Infinity', '-1e9', '0x1', '1234567890']) {
      const whole = await readEvents(url, account.key, { headers: { 'last-event-id': foreign } });
      expect(
        whole.filter((event) => event.id).map((event) => event.id),
        foreign,
      ).to.deep.equal(ids.map(String));
    }
    const seen = (list: ServerEvent[]) => list.map(({ id, event, data }) => [id, event, data.stage, data.at]);
    expect(seen(again.filter((event) => event.id))).to.deep.equal(seen(progress.slice(1)));
  });

  it('sends a stage while the model still works', async () => {
    go = hold(platform.cog);
    const { id } = await submit();
    let received = '';
    const events = readEvents(`${platform.url}/visualize/${id}/events`, account.key, {
      onEvent: (text) => {
        received = text;
      },
    });
    await eventually(() => received.includes('"stage":"sent to the model"'), 5000);
    expect(received).not.to.include('event: done');
    expect(await state(id)).to.equal('running');
    go();
    expect((await events).at(-1)).to.deep.include({ event: 'done' });
  });

  it('sends shares that never fall, rounded to hundredths, and the expected duration with every event', async () => {
    const location = { prefix: platform.config.QUEUE_PREFIX };
    await recordDurations(platform.redis, location, [{ provider: 'cog', ms: 12_345 }]);
    go = hold(platform.cog);
    const { id } = await submit();
    await eventually(async () => (await readProgress(platform.redis, location, id, 0)).length === 2);
    const publish = (stage: string, share: number) =>
      publishProgress(platform.redis, location, id, [
        { renderId: id, stage, share, at: new Date().toISOString() },
      ]);
    await publish('rendering', 0.33333);
    await publish('rendering', 0.33334);
    await publish('waiting', 0.1);
    await publish('rendering', 1.7);
    const events = await readEvents(`${platform.url}/visualize/${id}/events`, account.key, { onEvent: go });
    const progress = events.filter(({ event }) => event === 'progress').map(({ data }) => data);
    expect(progress.map(({ stage, share }) => [stage, share])).to.deep.equal([
      ['started', 0],
      ['sent to the model', 0.05],
      ['rendering', 0.33],
      ['waiting', 0.33],
      ['rendering', 1],
      ['encoding', 1],
    ]);
    for (const { expectedSeconds } of progress) expect(expectedSeconds).to.be.a('number').above(0);
  });

  it('estimates the share while the model reports none, in events without an id', async () => {
    const location = { prefix: platform.config.QUEUE_PREFIX };
    await recordDurations(platform.redis, location, Array(50).fill({ provider: 'cog', ms: 8_000 }));
    go = hold(platform.cog);
    const { id } = await submit();
    const release = (text: string) => {
      if (text.split('"stage":"sent to the model"').length > 3) go();
    };
    const events = await readEvents(`${platform.url}/visualize/${id}/events`, account.key, {
      onEvent: release,
    });
    const estimates = events.filter(({ event, id }) => event === 'progress' && id === undefined);
    expect(estimates.length).to.be.at.least(2);
    const shares = estimates.map(({ data }) => data.share);
    expect(shares).to.deep.equal([...new Set(shares)].sort((a, b) => a - b));
    expect(shares[0]).to.be.within(0.06, 0.95);
  });

  it('cancels a queued render without a charge', async () => {
    go = hold(platform.cog);
    const running = await submit();
    const { id } = await submit();
    const before = await platform.credits(account.id);
    const response = await call(platform, 'DELETE', `/visualize/${id}`, account.key);
    expect(response.status).to.equal(200);
    expect(response.body).to.deep.include({ state: 'cancelled', usage: { credits: 0 } });
    expect(await platform.credits(account.id)).to.include({ available: before.available + 1 });
    go();
    await eventually(async () => (await state(running.id)) === 'succeeded');
  });

  it('cancels a render that lost its API before it was accepted', async () => {
    const { id } = await submit();
    await eventually(async () => (await state(id)) === 'succeeded');
    const { renders } = platform.database;
    const {
      holdId: _hold,
      queuedAt: _queued,
      result: _result,
      ...rest
    } = (await renders.findById(id).lean())!;
    const early = { ...rest, _id: `${id}-early`, state: 'new' as const, createdAt: new Date() };
    await renders.create(early);
    const response = await call(platform, 'DELETE', `/visualize/${early._id}`, account.key);
    expect(response.body).to.deep.include({ state: 'cancelled', usage: { credits: 0 } });
    expect(await state(early._id)).to.equal('cancelled');
  });

  it('aborts a running render at the model and does not charge it', async () => {
    platform.cog.mode = 'hang';
    const { id } = await submit();
    await eventually(() => platform.cog.predictions.some((prediction) => prediction.id.includes(id)));
    const response = await call(platform, 'DELETE', `/visualize/${id}`, account.key);
    expect(response.body).to.deep.include({ state: 'cancelled', usage: { credits: 0 } });
    await eventually(() => platform.cog.cancelled.some((prediction) => prediction.includes(id)));
    expect(await state(id)).to.equal('cancelled');
  });

  it('responds with what was charged when it is too late to cancel', async () => {
    const { headers } = await visualize(platform, account.key, await visualizeBody());
    const response = await call(platform, 'DELETE', `/visualize/${headers.get('x-render-id')}`, account.key);
    expect(response.body).to.deep.include({ state: 'succeeded', usage: { credits: 1 } });
    expect(response.headers.get('x-credits-used')).to.equal('1');
  });

  it('hides a render from every other account', async () => {
    const { id } = await submit();
    const other = await platform.account();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/image'],
      ['GET', '/events'],
      ['DELETE', ''],
    ] as const) {
      const response = await call(platform, method, `/visualize/${id}${path}`, other.key);
      expect([method, path, response.status, response.body.code]).to.deep.equal([
        method,
        path,
        404,
        'NOT_FOUND',
      ]);
    }
    await eventually(async () => (await state(id)) === 'succeeded');
  });

  it('shows the credits of the account', async () => {
    const { status, body } = await call(platform, 'GET', '/credits', account.key);
    expect(status).to.equal(200);
    const { unchargedStarts, account: id, ...credits } = body;
    expect(id).to.equal(account.id);
    expect(credits).to.deep.equal(await platform.credits(account.id));
    expect(unchargedStarts).to.have.property('limit').that.is.at.least(20);
  });

  it('counts a render that no caller waits for among those at once', async () => {
    go = hold(platform.cog);
    const { key } = await platform.account({ limits: { concurrent: 1 } });
    const body = await visualizeBody();
    const first = await visualize(platform, key, body, { prefer: 'respond-async' });
    expect(first.status).to.equal(202);
    expect((await visualize(platform, key, body)).status).to.equal(429);
    go();
    const id = first.headers.get('x-render-id')!;
    await eventually(
      async () => (await call(platform, 'GET', `/visualize/${id}`, key)).body.state === 'succeeded',
    );
    await eventually(async () => (await visualize(platform, key, body)).status === 200);
  });

  describe('a caller that goes away', () => {
    it('cancels its render while it is queued, and is not charged', async () => {
      go = hold(platform.cog);
      const running = await submit();
      await eventually(async () => (await state(running.id)) === 'running');
      const before = await platform.credits(account.id);
      const id = await hangUpWhen(platform, account, 'queued');
      await eventually(async () => (await state(id)) === 'cancelled');
      await eventually(async () => (await platform.credits(account.id)).available === before.available);
      go();
      await eventually(async () => (await state(running.id)) === 'succeeded');
    });

    it('has its running render finished, charged and kept', async () => {
      go = hold(platform.cog);
      const before = await platform.credits(account.id);
      const id = await hangUpWhen(platform, account, 'running');
      go();
      await eventually(async () => (await state(id)) === 'succeeded');
      await eventually(async () => (await platform.credits(account.id)).spent === before.spent + 1);
    });
  });

  it('keeps every invariant', async () => {
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
