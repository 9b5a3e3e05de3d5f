import { expect } from 'chai';
import { saveIntegration } from '../../../../shared/integrations/integrations.ts';
import { loadSecretBox } from '../../../../shared/secrets/load-secret-box.ts';
import type { StoreDoc } from '../../../../shared/stores/store-model.ts';
import { saveWebhook } from '../../../../shared/webhooks/webhook-settings.ts';
import { keepEvent } from '../../../support/keep-event.ts';
import { addStore } from '../../../support/merchants.ts';
import { signInOperator, signUp, type Visitor } from '../../../support/people.ts';
import {
  eventually,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../../../support/track-endpoint.ts';

const writeKey = 'wk_do_not_show_this';

describe('what was delivered, for operators', () => {
  let endpoint: TrackEndpoint;
  let platform: TestPlatform;
  let operator: Visitor;
  let account: TestAccount;
  let store: StoreDoc;

  before(async () => {
    endpoint = await startTrackEndpoint();
    platform = await startPlatform({ allow: [endpoint.allow] });
    const { database, config } = platform;
    operator = await signInOperator(platform);
    account = await platform.account();
    store = await addStore(platform, { account: account.id, slug: 'nord' });
    const box = await loadSecretBox(config);
    await saveIntegration(
      { stores: database.stores, outbound: { assertResolves: async () => undefined } as never, secrets: box },
      store,
      { endpoint: `${endpoint.url}/?token=hidden`, writeKey },
    );
    await saveWebhook(database.accounts, box, account.id, `${endpoint.url}/hook?token=hidden`);
  });
  after(async () => {
    await platform.close();
    endpoint.close();
  });

  const audited = async (action: string) => platform.database.audit.findOne({ action }).lean();

  describe('events', () => {
    it('are listed by store, account, e-mail address, state, name and time', async () => {
      const id = await keepEvent(platform, store._id, { eventId: 'one', state: 'dropped' });
      const link = `href="/ops/events/${encodeURIComponent(id)}"`;
      const day = (at: number) => new Date(at).toISOString().slice(0, 16);
      const [past, future] = [day(Date.now() - 3_600_000), day(Date.now() + 3_600_000)];
      const fitting = [
        'store=nord',
        `account=${account.id}`,
        'store=nord&state=dropped',
        `store=nord&from=${past}&to=${future}`,
        'store=nord&event=Session+Started',
      ];
      for (const query of fitting)
        expect((await operator.get(`/ops/events?${query}`)).text, query).to.include(link);
      const others = [
        '',
        'store=none',
        'account=night@example.com',
        'store=nord&state=delivered',
        `store=nord&to=${past}`,
        `store=nord&from=${future}`,
        'store=nord&event=Checkout+Clicked',
      ];
      for (const query of others)
        expect((await operator.get(`/ops/events?${query}`)).text, query).not.to.include(link);
      for (const query of ['state=lost', 'from=yesterday', 'event=Nothing'])
        expect((await operator.get(`/ops/events?${query}`)).status, query).to.equal(400);
    });

    it('show their attempts with what came back, masked, and are replayed with an audit entry', async () => {
      endpoint.answer = ({ headers }, res) =>
        void res.writeHead(400).end(`refused ${headers.authorization} ${writeKey}`);
      const id = await keepEvent(platform, store._id, { eventId: 'two', state: 'dropped' });
      const path = `/ops/events/${encodeURIComponent(id)}`;
      const replayed = await operator.submit(`${path}/replay`, {}, path);
      expect(replayed.location).to.equal(`${path}?done=replayed`);
      await eventually(async () => (await operator.get(path)).text.includes('refused'));
      const { text } = await operator.get(path);
      const sent = endpoint.calls.at(-1)!;
      expect(text).to.include('400').and.include('/?••••').and.include('anonymousId');
      for (const secret of [writeKey, sent.headers.authorization!.split(' ')[1]!, 'token=hidden'])
        expect(text, secret).not.to.include(secret);
      expect(await audited('event.replay')).to.deep.include({
        account: account.id,
        subject: { kind: 'event', id, name: 'nord' },
      });
      expect((await operator.get('/ops/events/none')).status).to.equal(404);
    });
  });

  describe('webhooks of renders', () => {
    it('are listed by state and account, shown with their attempts, and sent again with an audit entry', async () => {
      endpoint.answer = (_call, res) => void res.end('thanks');
      const { headers } = await visualize(platform, account.key, await visualizeBody());
      const id = headers.get('x-render-id')!;
      const listed = async (query: string) =>
        (await operator.get(`/ops/webhooks?${query}`)).text.includes(`/ops/renders/${id}`);
      await eventually(() => listed(`state=delivered&account=${account.id}`));
      for (const query of ['state=failed', 'account=acc_none', 'account=night@example.com'])
        expect(await listed(query), query).to.equal(false);
      const path = `/ops/renders/${id}`;
      // Calls are recorded in groups, some after the webhook was delivered.
      await eventually(async () => (await operator.get(path)).text.includes('POST /visualize'));
      const { text } = await operator.get(path);
      expect(text).to.include('thanks').and.include('/hook?••••').and.not.include('token=hidden');
      expect(text).to.include('Attempts of providers');
      const calls = endpoint.calls.length;
      expect((await operator.submit(`${path}/webhook`, {}, path)).location).to.equal(
        `${path}?done=webhook-again#webhook`,
      );
      await eventually(() => endpoint.calls.length > calls);
      expect(await audited('webhook.replay')).to.deep.include({
        account: account.id,
        subject: { kind: 'render', id },
      });
      expect((await operator.submit('/ops/renders/none/webhook', {}, path)).status).to.equal(404);
    });

    it('are of renders, which are found by the e-mail address of a member and by time', async () => {
      const member = await signUp(platform, 'zoe@example.com', 'Zoe');
      expect((await member.get('/developers')).status).to.equal(200);
      const { ownAccount } = (await platform.database.users.findOne({ email: 'zoe@example.com' }).lean())!;
      const created = await platform.database.renders.findOne({ account: account.id }).lean();
      await platform.database.renders.updateOne({ _id: created!._id }, { $set: { account: ownAccount! } });
      const minute = (change: number) =>
        new Date(created!.createdAt.getTime() + change).toISOString().slice(0, 16);
      const find = async (change: Record<string, string>) =>
        (
          await operator.get(`/ops/renders?${new URLSearchParams({ account: 'zoe@example.com', ...change })}`)
        ).text.includes(created!._id);
      expect(await find({})).to.equal(true);
      expect(await find({ from: minute(-60_000), to: minute(120_000) })).to.equal(true);
      expect(await find({ from: minute(120_000) })).to.equal(false);
      expect(await find({ to: minute(-60_000) })).to.equal(false);
      expect(await find({ account: 'nobody@example.com' })).to.equal(false);
      await platform.database.renders.updateOne({ _id: created!._id }, { $set: { account: account.id } });
    });
  });
});
