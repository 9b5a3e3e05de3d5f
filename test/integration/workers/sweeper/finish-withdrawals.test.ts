import { expect } from 'chai';
import { verifyInvariants } from '../../../../shared/invariants/verify.ts';
import type { WithdrawDependencies } from '../../../../shared/renders/withdraw-render.ts';
import { readWithdrawals, saveWithdrawal } from '../../../../shared/renders/withdrawal-notes.ts';
import { finishWithdrawals } from '../../../../workers/sweeper/finish-withdrawals.ts';
import { startPlatform, type TestPlatform, visualize, visualizeBody } from '../../../support/platform.ts';

const reason = 'The service could not find out how this render ended';

describe('the withdrawals of an API that was killed', () => {
  let platform: TestPlatform;
  let location: WithdrawDependencies;
  before(async () => {
    // The platform's own sweeper stays out of it.
    platform = await startPlatform({ env: { SWEEP_SECONDS: '600' } });
    const { database, redis, config } = platform;
    location = { database, connection: redis, prefix: config.QUEUE_PREFIX, retention: config };
  });
  after(() => platform.close());

  async function rendered(): Promise<{ account: string; renderId: string }> {
    const { id, key } = await platform.account({ credits: 3 });
    const response = await visualize(platform, key, await visualizeBody());
    expect(response.status).to.equal(200);
    return { account: id, renderId: String(response.headers.get('x-render-id')) };
  }

  it('are finished by the sweeper: the credit is given back once, and the note is gone', async () => {
    const { account, renderId } = await rendered();
    expect(await platform.credits(account)).to.include({ available: 2, spent: 1 });
    await saveWithdrawal(location, { renderId, reason, at: Date.now() - 60_000 });
    expect(await Promise.all([finishWithdrawals(location), finishWithdrawals(location)])).to.include(1);
    expect(await platform.credits(account)).to.include({ available: 3, spent: 0, refunded: 1 });
    expect(await readWithdrawals(location, 10)).to.deep.equal([]);
    const lines = await platform.database.ledger.find({ account, kind: 'refund' }).lean();
    expect(lines.map(({ note }) => note)).to.deep.equal([reason]);
    const { database, blobs } = platform;
    expect((await verifyInvariants({ database, blobs, atRest: true })).problems).to.deep.equal([]);
  });

  it('are left to the API itself for the first seconds', async () => {
    const { account, renderId } = await rendered();
    await saveWithdrawal(location, { renderId, reason, at: Date.now() });
    expect(await finishWithdrawals(location)).to.equal(0);
    expect(await platform.credits(account)).to.include({ available: 2, spent: 1 });
    expect((await readWithdrawals(location, 10)).map((note) => note.renderId)).to.deep.equal([renderId]);
  });
});
