import { expect } from 'chai';
import { grantCredits, holdCredit, settleHold } from '../../../../shared/credits/credits.ts';
import { saveLowBalance } from '../../../../shared/credits/low-balance.ts';
import { newId } from '../../../../shared/ids.ts';
import type { Mail } from '../../../../shared/mail/mailer.ts';
import { loadSecretBox } from '../../../../shared/secrets/load-secret-box.ts';
import { saveWebhook } from '../../../../shared/webhooks/webhook-settings.ts';
import { createNotifyLowBalance } from '../../../../workers/sweeper/notify-low-balance.ts';
import { join, signUp, type Visitor } from '../../../support/people.ts';
import { eventually, startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../../../support/track-endpoint.ts';

describe('the notice of low credits', () => {
  let platform: TestPlatform;
  let receiver: TrackEndpoint;
  let ada: Visitor;
  let account: string;
  const mails: Mail[] = [];
  before(async () => {
    receiver = await startTrackEndpoint();
    platform = await startPlatform({ allow: [receiver.allow] });
    ada = await signUp(platform, 'ada@example.com', 'Ada');
    await join(platform, ada, 'dev@example.com', 'developer');
    await join(platform, ada, 'shop@example.com', 'merchant');
    account = (await platform.database.accounts.findOne({ name: 'Ada' }).lean())!._id;
    const { accounts, ledger } = platform.database;
    await grantCredits({ accounts, ledger }, { account, grantId: newId('grant'), amount: 3, at: new Date() });
    await saveWebhook(accounts, await loadSecretBox(platform.config), account, receiver.url);
  });
  after(async () => {
    await platform.close();
    receiver.close();
  });

  const sweep = () =>
    createNotifyLowBalance({
      database: platform.database,
      mailer: { send: (mail) => mails.push(mail) },
      baseUrl: 'https://api.example',
    })();
  const spend = async () => {
    const hold = { account, holdId: newId('hold'), renderId: newId('rnd'), at: new Date() };
    await holdCredit(platform.database, hold);
    await settleHold(platform.database, { ...hold, outcome: 'capture' });
  };
  const readNotice = async () => (await platform.database.accounts.findById(account).lean())!.lowBalance;

  it('takes its number from a form that shows mistakes', async () => {
    const refused = await ada.submit('/developers/credits/low', { threshold: '0' });
    expect([refused.status, refused.text]).to.satisfy(
      ([status, text]: [number, string]) => status === 422 && text.includes('The number must be'),
    );
    const saved = await ada.submit('/developers/credits/low', { threshold: '3' });
    expect(saved.location).to.equal('/developers/credits?done=notice');
    expect(await readNotice()).to.deep.equal({ threshold: 3 });
    expect((await ada.get('/developers/credits')).text).to.match(/<input[^>]*value="3"/);
  });

  it('is given once per crossing, by mail to owners and developers and by a webhook', async () => {
    expect(await sweep()).to.equal(0);
    await spend();
    expect(await Promise.all([sweep(), sweep()])).to.have.members([0, 1]);
    await spend();
    expect(await sweep()).to.equal(0);
    expect(mails.map(({ to }) => to)).to.have.members(['ada@example.com', 'dev@example.com']);
    expect(mails[0]!.subject).to.equal('Ada: 2 credits left');
    expect(mails[0]!.text).to.include('https://api.example/developers/credits#top-up');
    await eventually(async () => (await readNotice())!.webhook!.state === 'delivered');
    const calls = receiver.calls.map(({ body }) => JSON.parse(body));
    expect(calls).to.have.lengthOf(1);
    expect(calls[0]).to.deep.include({
      type: 'credits.low',
      data: { account, available: 2, threshold: 3 },
    });
    expect((await ada.get('/developers/webhooks')).text).to.include('credits.low');
  });

  it('is given again after the credits were topped up and fell again', async () => {
    const { accounts, ledger } = platform.database;
    await grantCredits({ accounts, ledger }, { account, grantId: newId('grant'), amount: 2, at: new Date() });
    expect(await sweep()).to.equal(0);
    expect(await readNotice()).to.deep.equal({ threshold: 3 });
    await spend();
    expect(await sweep()).to.equal(1);
    expect(mails).to.have.lengthOf(4);
  });

  it('is not given without a number', async () => {
    await ada.submit('/developers/credits/low', { threshold: '' });
    expect(await readNotice()).to.equal(undefined);
    await spend();
    expect(await sweep()).to.equal(0);
    expect(
      await saveLowBalance(platform.database.accounts, 'acc_none', 1).catch((error) => error),
    ).to.include({
      code: 'NOT_FOUND',
    });
  });
});
