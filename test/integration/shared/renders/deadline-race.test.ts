import { expect } from 'chai';
import { createRegistration } from '../../../../api/renders/registration.ts';
import { watchRender } from '../../../../api/renders/watch-render.ts';
import { holdCredit } from '../../../../shared/credits/credits.ts';
import { newId } from '../../../../shared/ids.ts';
import { verifyInvariants } from '../../../../shared/invariants/verify.ts';
import { endRender } from '../../../../shared/renders/end-render.ts';
import type { RenderDoc } from '../../../../shared/renders/render-model.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

/** The API and the worker decide one render at its deadline; here in each order, and at the same moment. */
describe('the deadline race', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform({ workers: 0 });
  });
  after(() => platform.close());

  async function runningPastDeadline(): Promise<RenderDoc> {
    const { id: account } = await platform.account({ credits: 1 });
    const _id = newId('rnd');
    const holdId = newId('hold');
    const image = { blob: `renders/${_id}/in/a`, mime: 'image/jpeg', width: 9, height: 9, bytes: 3 } as const;
    const now = Date.now();
    const render: RenderDoc = {
      _id,
      account,
      keyId: 'key',
      mode: 'live',
      state: 'running',
      scene: image,
      products: [],
      output: { width: 9, height: 9 },
      requestId: 'req',
      holdId,
      fence: 1,
      lease: { worker: 'w', until: new Date(now + 60_000) },
      enqueueCount: 1,
      timings: {},
      deadlineAt: new Date(now - 10),
      createdAt: new Date(now - 500),
      queuedAt: new Date(now - 400),
    };
    await platform.database.renders.create(render);
    await holdCredit(platform.database, { account, holdId, renderId: _id, at: new Date() });
    return render;
  }

  async function workerSucceeds(render: RenderDoc): Promise<boolean> {
    const blob = `renders/${render._id}/out/${render.fence}`;
    await platform.blobs.put(blob, Buffer.from('png'), 'image/png');
    const result = { blob, mime: 'image/png', width: 9, height: 9, bytes: 3, provider: 'test' } as const;
    const guard = { fence: render.fence };
    const ended = await endRender(platform.database, platform.config, render._id, 'succeed', {
      guard,
      result,
    });
    return ended !== null;
  }

  /** The outcome that the waiting caller receives. */
  async function callerReceives(render: RenderDoc): Promise<string> {
    const registration = createRegistration(() => undefined);
    const options = { until: Date.now() + 2000, signal: new AbortController().signal };
    const dependencies = { database: platform.database, retention: platform.config, now: Date.now };
    const outcome = await watchRender(dependencies, { render, registration }, options);
    return outcome.kind === 'ended' ? outcome.render.state : outcome.kind;
  }

  const getCredits = (render: RenderDoc) => platform.credits(render.account);

  it("won by the API: the caller receives the deadline's error, the late success changes nothing and is not charged", async () => {
    const render = await runningPastDeadline();
    expect(await callerReceives(render)).to.equal('expired');
    expect(await workerSucceeds(render)).to.equal(false);
    expect(await getCredits(render)).to.include({ available: 1, held: 0, spent: 0 });
  });

  it('won by the worker: the caller receives the image, and it is charged', async () => {
    const render = await runningPastDeadline();
    expect(await workerSucceeds(render)).to.equal(true);
    expect(await callerReceives(render)).to.equal('succeeded');
    expect(await getCredits(render)).to.include({ available: 0, held: 0, spent: 1 });
  });

  it('run at the same moment many times: response and charge agree each time', async () => {
    for (let round = 0; round < 40; round += 1) {
      const render = await runningPastDeadline();
      const both = round % 2 === 0 ? [callerReceives, workerSucceeds] : [workerSucceeds, callerReceives];
      const responses = await Promise.all(both.map((side) => side(render)));
      const received = responses.find((response) => typeof response === 'string');
      const succeeded = responses.includes(true);
      expect(received).to.equal(succeeded ? 'succeeded' : 'expired');
      expect((await getCredits(render)).spent).to.equal(succeeded ? 1 : 0);
    }
    const { database, blobs } = platform;
    expect((await verifyInvariants({ database, blobs, atRest: true })).problems).to.deep.equal([]);
  });
});
