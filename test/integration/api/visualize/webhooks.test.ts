import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { listDeliveries } from '../../../../shared/deliveries/list-deliveries.ts';
import { createOutbound } from '../../../../shared/outbound/outbound.ts';
import { loadSecretBox } from '../../../../shared/secrets/load-secret-box.ts';
import { createSecretBox } from '../../../../shared/secrets/secret-box.ts';
import { replayWebhook } from '../../../../shared/webhooks/replay-webhook.ts';
import { sendTestWebhook } from '../../../../shared/webhooks/test-webhook.ts';
import {
  openWebhookSecrets,
  readWebhook,
  resealWebhookSecrets,
  rotateWebhookSecret,
  saveWebhook,
} from '../../../../shared/webhooks/webhook-settings.ts';
import {
  eventually,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

describe('webhooks', () => {
  let platform: TestPlatform;
  let server: Server;
  let origin: string;
  const received: Received[] = [];
  let statuses: number[] = [];

  before(async () => {
    server = createServer((req, res) => {
      let body = '';
      req.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      req.on('end', () => {
        received.push({ headers: req.headers, body });
        res.writeHead(statuses.shift() ?? 200).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    platform = await startPlatform({ allow: [new URL(origin).host] });
  });
  beforeEach(() => {
    received.length = 0;
    statuses = [];
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await platform.close();
  });

  async function accountWithSecret(url: string | null = null) {
    const account = await platform.account();
    const box = await loadSecretBox(platform.config);
    const saved = await saveWebhook(platform.database.accounts, box, account.id, url);
    return { ...account, box, secret: saved.secret ?? '' };
  }
  const outbox = async (id: string) => (await platform.database.renders.findById(id).lean())!.webhook!;

  it('calls the URL of the request, signed as Standard Webhooks', async () => {
    const { key, secret } = await accountWithSecret();
    const response = await visualize(platform, key, await visualizeBody(), {
      'x-webhook-url': `${origin}/hook`,
    });
    expect(response.status).to.equal(200);
    await eventually(() => received.length === 1);
    const { headers, body } = received[0]!;
    const id = response.headers.get('x-render-id')!;
    const message = JSON.parse(body);
    expect(message.type).to.equal('render.succeeded');
    expect(message.data).to.deep.include({ id, state: 'succeeded', usage: { credits: 1 } });
    const linked = await fetch(message.data.imageUrl.replace(platform.config.BASE_URL, platform.url));
    expect([linked.status, linked.headers.get('content-type')]).to.deep.equal([200, 'image/png']);
    expect(body).not.to.contain('base64');
    expect(headers['webhook-id']).to.equal(id);
    const signed = `${id}.${headers['webhook-timestamp']}.${body}`;
    const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(signed)
      .digest('base64');
    expect(headers['webhook-signature']).to.equal(`v1,${expected}`);
    await eventually(async () => (await outbox(id)).state === 'delivered');
  });

  it('calls the URL of the account for failures as well, without a charge', async () => {
    const { key } = await accountWithSecret(`${origin}/all`);
    platform.cog.mode = 'failed';
    await visualize(platform, key, await visualizeBody());
    platform.cog.mode = 'ok';
    await eventually(() => received.length === 1);
    const message = JSON.parse(received[0]!.body);
    expect(message.type).to.equal('render.failed');
    expect(message.data.error.code).to.equal('MODEL_ERROR');
    expect(message.data.usage).to.deep.equal({ credits: 0 });
  });

  it('retries after a failed attempt, with the same id', async () => {
    const { key } = await accountWithSecret(`${origin}/flaky`);
    statuses = [500];
    const before = Date.now();
    const { headers } = await visualize(platform, key, await visualizeBody());
    const id = headers.get('x-render-id')!;
    await eventually(async () => (await outbox(id)).attempt === 1);
    const { state, nextAt, status } = await outbox(id);
    expect([state, status]).to.deep.equal(['waiting', 500]);
    expect(nextAt.getTime()).to.be.within(before + 4000, Date.now() + 6000);
    await platform.database.renders.updateOne({ _id: id }, { $set: { 'webhook.nextAt': new Date() } });
    await eventually(async () => (await outbox(id)).state === 'delivered');
    expect(received.map((one) => one.headers['webhook-id'])).to.deep.equal([id, id]);
  });

  it('stops at once when the receiver responds that it is gone', async () => {
    const { key } = await accountWithSecret(`${origin}/gone`);
    statuses = [410];
    const { headers } = await visualize(platform, key, await visualizeBody());
    await eventually(async () => (await outbox(headers.get('x-render-id')!)).state === 'failed');
  });

  it('rejects a URL in a private network, and one without a signing secret, before any work', async () => {
    const { key } = await accountWithSecret();
    const inside = await visualize(platform, key, await visualizeBody(), {
      'x-webhook-url': 'https://10.0.0.1/hook',
    });
    expect([inside.status, inside.body.code]).to.deep.equal([400, 'INVALID_INPUT']);
    expect(inside.body.message).to.match(/^X-Webhook-Url /);
    const bare = await platform.account();
    const secretless = await visualize(platform, bare.key, await visualizeBody(), {
      'x-webhook-url': `${origin}/hook`,
    });
    expect(secretless.status).to.equal(400);
    expect((await platform.credits(bare.id)).spent).to.equal(0);
  });

  it('keep the secret when the URL changes, and are signed with both secrets for a day after a rotation', async () => {
    const { key, id: account, box, secret } = await accountWithSecret(`${origin}/first`);
    const { accounts } = platform.database;
    expect(await saveWebhook(accounts, box, account, `${origin}/second`)).to.deep.equal({});
    const rotated = await rotateWebhookSecret(accounts, box, account);
    await visualize(platform, key, await visualizeBody());
    await eventually(() => received.length === 1);
    const { headers, body } = received[0]!;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signatures = [rotated.secret, secret].map((text) => {
      const hmac = createHmac('sha256', Buffer.from(text.slice('whsec_'.length), 'base64'));
      return `v1,${hmac.update(signed).digest('base64')}`;
    });
    expect(headers['webhook-signature']).to.equal(signatures.join(' '));
    const webhook = (await readWebhook(accounts, account))!;
    const later = new Date(rotated.previousUntil.getTime() + 1);
    expect(openWebhookSecrets(box, account, webhook, later)).to.deep.equal([rotated.secret]);
    expect(rotated.previousUntil.getTime() - Date.now()).to.be.within(23.9 * 3_600_000, 24 * 3_600_000);
  });

  it('are tested, listed and replayed', async () => {
    const { key, id: account, box } = await accountWithSecret(`${origin}/hook`);
    const { database } = platform;
    const outbound = createOutbound({ allow: [new URL(origin).host] });
    statuses = [500];
    const { accounts, deliveries } = database;
    const dependencies = { accounts, deliveries, outbound, box, baseUrl: 'https://api.example' };
    expect(await sendTestWebhook(dependencies, account)).to.include({ delivered: false, status: 500 });
    expect(await sendTestWebhook(dependencies, account)).to.include({ delivered: true, status: 200 });
    await outbound.close();
    expect(JSON.parse(received[1]!.body).type).to.equal('webhook.test');

    statuses = [410];
    const { headers } = await visualize(platform, key, await visualizeBody());
    const id = headers.get('x-render-id')!;
    const outcomes = async () =>
      (await listDeliveries(database.deliveries, account)).map(({ name, outcome }) => [name, outcome]);
    await eventually(async () => (await outcomes()).length === 3);
    await replayWebhook(database, account, id);
    await eventually(async () => (await outbox(id)).state === 'delivered');
    await eventually(async () => (await outcomes()).length === 4);
    expect(await outcomes()).to.deep.equal([
      ['render.succeeded', 'delivered'],
      ['render.succeeded', 'failed'],
      ['webhook.test', 'delivered'],
      ['webhook.test', 'failed'],
    ]);
    expect(received.slice(2).map((one) => one.headers['webhook-id'])).to.deep.equal([id, id]);
    const other = await platform.account();
    const refusal = await replayWebhook(database, other.id, id).catch((error: unknown) => error);
    expect(refusal).to.include({ code: 'NOT_FOUND' });
  });

  it('have their secrets sealed again when the key is rotated', async () => {
    const { id: account, secret } = await accountWithSecret();
    const { accounts } = platform.database;
    const next = Buffer.alloc(32, 9);
    const present = await loadSecretBox(platform.config);
    const before = (await readWebhook(accounts, account))!;
    const sealed = createSecretBox([Buffer.alloc(32, 8)]).seal(present.open(before.secret, account), account);
    await accounts.updateOne({ _id: account }, { $set: { 'webhook.secret': sealed } });
    await accounts.updateMany({ _id: { $ne: account } }, { $unset: { webhook: 1 } });
    const both = createSecretBox([next, Buffer.alloc(32, 8)]);
    expect(await resealWebhookSecrets(accounts, both)).to.equal(1);
    expect(await resealWebhookSecrets(accounts, both)).to.equal(0);
    const after = (await readWebhook(accounts, account))!;
    expect(openWebhookSecrets(createSecretBox([next]), account, after)).to.deep.equal([secret]);
  });
});
