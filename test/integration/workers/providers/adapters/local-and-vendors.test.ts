import { expect } from 'chai';
import { type Costs, sumCosts } from '../../../../../shared/costs/read-costs.ts';
import { lastDays } from '../../../../../shared/credits/usage-days.ts';
import { readTally } from '../../../../../shared/metrics/provider-tally.ts';
import {
  call,
  dataUrl,
  eventually,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../../support/platform.ts';
import { adapters } from '../../../../support/providers/adapters.ts';
import type { FakeVendor } from '../../../../support/providers/fake-vendor.ts';
import { getPosts, scenePicture } from '../../../../support/providers/pictures.ts';

describe('a platform with hosted providers', () => {
  let openai: FakeVendor;
  let fal: FakeVendor;
  let platform: TestPlatform;

  before(async () => {
    [openai, fal] = await Promise.all([adapters.openai!.start(), adapters.fal!.start()]);
    platform = await startPlatform({
      allow: [openai.hostPort, fal.hostPort],
      env: {
        RENDER_PROVIDERS: 'openai,fal',
        OPENAI_API_KEY: 'key',
        OPENAI_URL: `${openai.url}/v1`,
        FAL_KEY: 'key',
        FAL_MODEL: 'fal-ai/test-model/edit',
        FAL_URL: fal.url,
        PROVIDER_COSTS: 'openai:0.5,fal:0.25',
      },
    });
  });
  after(async () => {
    await platform.close();
    await Promise.all([openai.close(), fal.close()]);
  });
  beforeEach(() => {
    openai.reset();
    fal.reset();
  });

  const body = async () =>
    visualizeBody({ sceneImage: dataUrl((await scenePicture({ width: 600, height: 361 })).bytes) });

  /** Reads what the account has cost today, by provider, once that many tries and their render are counted. */
  async function costs(account: string, tries: number) {
    const read = () => sumCosts(platform.database.costDays, { account }, lastDays(2));
    const isWhole = ({ total }: Costs) => total.tries >= tries && total.renders === 1;
    await eventually(async () => isWhole(await read()));
    return Object.fromEntries((await read()).rows.map(({ name, ...figures }) => [name, figures]));
  }

  it('renders with the next provider when the first is not ready, for one credit, and counts its cost', async () => {
    openai.behaviour = { status: 503 };
    const { id, key } = await platform.account({ credits: 5 });
    const answer = await visualize(platform, key, await body());
    expect(answer.status).to.equal(200);
    const posts = await getPosts(Buffer.from(answer.body.image.split(',')[1], 'base64'));
    expect(posts.white).to.be.closeTo(0.12, 0.01);
    expect((await platform.credits(id)).available).to.equal(4);
    const render = await platform.database.renders.findById(answer.headers.get('x-render-id')).lean();
    expect(render!.result!.provider).to.equal('fal');
    expect([...openai.seen.problems, ...fal.seen.problems]).to.deep.equal([]);
    const countedOutcomes = () => readTally(platform.redis, { prefix: platform.config.QUEUE_PREFIX });
    await eventually(async () => (await countedOutcomes()).length === 2);
    const tally = await countedOutcomes();
    expect(tally.map(({ provider, outcomes, dollars }) => ({ provider, outcomes, dollars }))).to.deep.equal([
      { provider: 'fal', outcomes: { ok: 1 }, dollars: 0.25 },
      { provider: 'openai', outcomes: { unavailable: 1 }, dollars: 0 },
    ]);
    const none = { tries: 1, renders: 0, credits: 0, microdollars: 0 };
    expect(await costs(id, 2)).to.deep.equal({
      fal: { ...none, renders: 1, credits: 1, microdollars: 250_000 },
      openai: none,
    });
  });

  it('counts the cost of images that were not usable to the account that ordered them', async () => {
    openai.behaviour = 'garbage-image';
    const { id, key } = await platform.account({ credits: 5 });
    expect((await visualize(platform, key, await body())).status).to.equal(200);
    const made = { tries: 1, renders: 1, credits: 1, microdollars: 250_000 };
    expect(await costs(id, 2)).to.deep.equal({
      openai: { tries: 1, renders: 0, credits: 0, microdollars: 500_000 },
      fal: made,
    });
  });

  it('responds with 502 that names safety when every provider refuses the content, and charges nothing', async () => {
    openai.behaviour = 'safety';
    fal.behaviour = 'safety';
    const { id, key } = await platform.account({ credits: 5 });
    const answer = await visualize(platform, key, await body());
    expect(answer.status).to.equal(502);
    expect(answer.body).to.include({ code: 'MODEL_ERROR' });
    expect(answer.body.message).to.include('safety');
    await eventually(async () => (await platform.credits(id)).available === 5);
  });

  it('cancels the prediction at the vendor when the caller cancels the render', async () => {
    openai.behaviour = { status: 400 };
    fal.behaviour = 'hang';
    const { id, key } = await platform.account({ credits: 5 });
    const { headers } = await visualize(platform, key, await body(), { prefer: 'respond-async' });
    await eventually(() => fal.seen.requests.some((line) => line.endsWith('/status')));
    await call(platform, 'DELETE', `/visualize/${headers.get('x-render-id')}`, key);
    await eventually(() => fal.seen.cancelled === 1);
    expect((await platform.credits(id)).available).to.equal(5);
  });
});
