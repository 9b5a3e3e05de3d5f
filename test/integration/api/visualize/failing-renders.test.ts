import { expect } from 'chai';
import type { CogMode } from '../../../../scripts/bench/cog-server-modes.ts';
import {
  call,
  eventually,
  hold,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('POST /visualize, when rendering does not work', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.close());

  const outcomes: [CogMode, number, string][] = [
    ['failed', 502, 'MODEL_ERROR'],
    ['garbage-image', 502, 'MODEL_ERROR'],
    ['wrong-aspect', 502, 'MODEL_ERROR'],
    ['safety', 502, 'MODEL_ERROR'],
    ['invalid', 502, 'MODEL_ERROR'],
    ['setup-failed', 503, 'MODEL_UNAVAILABLE'],
  ];
  for (const [mode, status, code] of outcomes) {
    it(`responds with ${status} ${code} and charges nothing when the model says ${mode}`, async () => {
      platform.cog.mode = mode;
      const { id, key } = await platform.account({ credits: 3 });
      const response = await visualize(platform, key, await visualizeBody());
      expect(response.body.code, response.body.message).to.equal(code);
      expect(response.status).to.equal(status);
      if (status === 503) expect(Number(response.headers.get('retry-after'))).to.be.at.least(1);
      await eventually(async () => (await platform.credits(id)).available === 3);
      platform.cog.mode = 'ok';
    });
  }

  it('keeps every invariant', async () => {
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});

describe('POST /visualize, without a worker', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform({
      workers: 0,
      env: { RENDER_DEADLINE_SECONDS: '3', WAIT_SECONDS: '10', QUEUE_MAX_WAITING: '2' },
    });
  });
  after(() => platform.close());

  it('responds with 503 at the deadline and releases the credit', async () => {
    const { id, key } = await platform.account({ credits: 1 });
    const response = await visualize(platform, key, await visualizeBody());
    expect([response.status, response.body.code]).to.deep.equal([503, 'MODEL_UNAVAILABLE']);
    expect(response.headers.get('retry-after')).to.match(/^\d+$/);
    expect(await platform.credits(id)).to.include({ available: 1, held: 0, spent: 0 });
    const { body } = await call(platform, 'GET', `/visualize/${response.headers.get('x-render-id')}`, key);
    expect(body).to.include({ state: 'expired' });
  });

  it('rejects at once when too many renders are queued, before any work', async () => {
    const { id, key } = await platform.account({ credits: 9 });
    const waiting = await Promise.all(
      Array.from({ length: 3 }, async () =>
        visualize(platform, key, await visualizeBody(), { prefer: 'respond-async' }),
      ),
    );
    expect(waiting.map((response) => response.status)).to.include(202);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const response = await visualize(platform, key, await visualizeBody());
    expect([response.status, response.body.code]).to.deep.equal([503, 'MODEL_UNAVAILABLE']);
    expect(Number(response.headers.get('retry-after'))).to.be.at.least(1);
    expect(response.headers.get('x-render-id')).to.equal(null);
    expect((await platform.credits(id)).spent).to.equal(0);
  });
});

describe('POST /visualize, many at once', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.close());

  it('accepts exactly as many calls as the balance has credits', async () => {
    const { id, key } = await platform.account({ credits: 7 });
    const body = await visualizeBody();
    const responses = await Promise.all(Array.from({ length: 20 }, () => visualize(platform, key, body)));
    const statuses = responses.map((response) => response.status).sort();
    expect(statuses).to.deep.equal([...Array(7).fill(200), ...Array(13).fill(402)]);
    expect(await platform.credits(id)).to.deep.equal({ granted: 7, available: 0, held: 0, spent: 7 });
  });

  it('rejects more calls at once than the account allows', async () => {
    const go = hold(platform.cog);
    const { key } = await platform.account({ credits: 9, limits: { concurrent: 2 } });
    const body = await visualizeBody();
    let refused = 0;
    const calls = Array.from({ length: 5 }, async () => {
      const response = await visualize(platform, key, body);
      if (response.status === 429) refused += 1;
      return response;
    });
    await eventually(() => refused === 3).finally(go);
    const responses = await Promise.all(calls);
    expect(responses.map((response) => response.status).sort()).to.deep.equal([200, 200, 429, 429, 429]);
    expect((await visualize(platform, key, body)).status).to.equal(200);
  });

  it('keeps every invariant', async () => {
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
