import { expect } from 'chai';
import { signInOperator, type Visitor } from '../../../support/people.ts';
import {
  eventually,
  hold,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('a running render that an operator retries', () => {
  let platform: TestPlatform;
  let operator: Visitor;
  let account: TestAccount;
  before(async () => {
    platform = await startPlatform({ workers: 1, env: { RENDER_ATTEMPTS: '2' } });
    operator = await signInOperator(platform);
    account = await platform.account({ credits: 2 });
  });
  after(() => platform.close());

  const read = async (id: string) => (await platform.database.renders.findById(id).lean())!;
  const claimed = (id: string, times: number) =>
    eventually(async () => {
      const { state, fence } = await read(id);
      return state === 'running' && fence === times;
    });

  it('is rendered by the next claim, as often as attempts are left, for one credit', async () => {
    const release = hold(platform.cog);
    const body = await visualizeBody();
    const accepted = await visualize(platform, account.key, body, { prefer: 'respond-async' });
    const id = String(accepted.body.id);
    const page = `/ops/renders/${id}`;
    const retry = async () => (await operator.submit(`${page}/retry`, {}, '/ops')).location;
    await claimed(id, 1);
    expect((await operator.get(page)).text).to.include('Retry this render');
    expect(await retry()).to.equal(`${page}?done=retried`);
    await claimed(id, 2);
    expect(await retry()).to.equal(`${page}?done=not-retried`);

    release();
    await eventually(async () => (await read(id)).state === 'succeeded');
    expect((await read(id)).fence).to.equal(2);
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
    expect(await platform.credits(account.id)).to.include({ available: 1, held: 0, spent: 1 });
    expect((await operator.get(page)).text).not.to.include('Retry this render');
    expect(await retry()).to.equal(`${page}?done=not-retried`);
    expect((await platform.database.audit.find({ action: 'render.retry' }).lean()).length).to.equal(1);
  });
});
