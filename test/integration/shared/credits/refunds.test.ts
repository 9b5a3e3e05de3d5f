import { expect } from 'chai';
import { countCredits } from '../../../../shared/credits/count-credits.ts';
import { holdCredit } from '../../../../shared/credits/credits.ts';
import { applyRefunds, refundRender } from '../../../../shared/credits/refunds.ts';
import { newId } from '../../../../shared/ids.ts';
import { verifyInvariants } from '../../../../shared/invariants/verify.ts';
import { endRender } from '../../../../shared/renders/end-render.ts';
import type { RenderDoc } from '../../../../shared/renders/render-model.ts';
import { transition } from '../../../../shared/renders/transition.ts';
import { finishRefunds } from '../../../../workers/sweeper/finish-refunds.ts';
import type { SweepDependencies } from '../../../../workers/sweeper/sweep-dependencies.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

const why = { reason: 'The service is restarting', at: new Date() };

describe('refunds', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform({ workers: 0, env: { SWEEP_SECONDS: '600' } });
  });
  after(() => platform.close());

  async function getRender(ending: 'succeed' | 'succeed-crash' | 'fail'): Promise<RenderDoc> {
    const { database, blobs, config } = platform;
    const { id: account } = await platform.account({ credits: 2 });
    const _id = newId('rnd');
    const holdId = newId('hold');
    const image = { blob: `renders/${_id}/out/1`, mime: 'image/png', width: 9, height: 9, bytes: 3 } as const;
    const now = new Date();
    await database.renders.create({
      _id,
      account,
      keyId: 'key',
      mode: 'live',
      state: 'running',
      scene: image,
      products: [],
      output: { width: 9, height: 9 },
      requestId: 'req',
      fence: 1,
      enqueueCount: 1,
      timings: {},
      deadlineAt: now,
      createdAt: now,
      holdId,
    } satisfies RenderDoc);
    await holdCredit(database, { account, holdId, renderId: _id, at: now });
    await blobs.put(image.blob, Buffer.from('png'), 'image/png');
    const result = { ...image, provider: 'test' };
    if (ending === 'fail') await endRender(database, config, _id, 'fail');
    else if (ending === 'succeed') await endRender(database, config, _id, 'succeed', { result });
    else await transition(database.renders, _id, 'succeed', { set: { result, endedAt: now } });
    return (await database.renders.findById(_id).lean<RenderDoc>())!;
  }
  const read = async (id: string) => (await platform.database.renders.findById(id).lean<RenderDoc>())!;
  const sweep = () => finishRefunds({ database: platform.database } as SweepDependencies);

  it('give the credit of a succeeded render back once, however often and by however many they are made', async () => {
    const render = await getRender('succeed');
    expect(countCredits(render)).to.equal(1);
    await Promise.all(Array.from({ length: 5 }, () => refundRender(platform.database, render, why)));
    expect(await platform.credits(render.account)).to.deep.equal({
      granted: 2,
      available: 2,
      held: 0,
      spent: 0,
      refunded: 1,
    });
    const lines = await platform.database.ledger.find({ account: render.account, kind: 'refund' }).lean();
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ renderId: render._id, amount: 1, note: why.reason });
    const refunded = await read(render._id);
    expect(refunded.refund).to.deep.equal(why);
    expect(countCredits(refunded)).to.equal(0);
  });

  it('complete a capture that a crash left open', async () => {
    const render = await getRender('succeed-crash');
    expect(await refundRender(platform.database, render, why)).to.equal(true);
    expect(await platform.credits(render.account)).to.include({ available: 2, held: 0, spent: 0 });
  });

  it('do nothing for a render that cost nothing', async () => {
    const render = await getRender('fail');
    expect(await refundRender(platform.database, render, why)).to.equal(false);
    expect(await platform.credits(render.account)).to.include({ available: 2, held: 0, spent: 0 });
  });

  it('are completed by the sweeper when the process died after the ledger line', async () => {
    const render = await getRender('succeed');
    const { account, holdId } = render;
    const line = {
      account,
      kind: 'refund',
      amount: 1,
      renderId: render._id,
      note: why.reason,
      at: why.at,
    } as const;
    await platform.database.ledger.create({ _id: `${holdId}.refund`, ...line });
    expect(await sweep()).to.equal(2);
    expect(await platform.credits(account)).to.include({ available: 2, spent: 0, refunded: 1 });
    expect((await read(render._id)).refund).to.deep.equal(why);
    expect(await applyRefunds(platform.database, account)).to.equal(0);
    expect(await sweep()).to.equal(0);
  });

  it('keep every invariant, which report a refund that is only half made', async () => {
    const { database, blobs } = platform;
    expect((await verifyInvariants({ database, blobs, atRest: true })).problems).to.deep.equal([]);
    const render = await getRender('succeed');
    await database.renders.updateOne({ _id: render._id }, { $set: { refund: why } });
    const { problems } = await verifyInvariants({ database, blobs, atRest: true });
    expect(problems.map(({ invariant, offender }) => [invariant, offender])).to.deep.equal([
      ['I3', render._id],
    ]);
    await database.renders.updateOne({ _id: render._id }, { $unset: { refund: 1 } });
  });
});
