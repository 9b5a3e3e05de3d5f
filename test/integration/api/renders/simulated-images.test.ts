import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import sharp from 'sharp';
import { maxSimulatedSeconds, simulations } from '../../../../shared/renders/simulations.ts';
import { loadSecretBox } from '../../../../shared/secrets/load-secret-box.ts';
import { saveWebhook } from '../../../../shared/webhooks/webhook-settings.ts';
import {
  call,
  eventually,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
} from '../../../support/platform.ts';

const product = { title: 'Lamp', images: ['https://simulate.test/product'] };
const simulate = (name: string) => ({ sceneImage: `https://simulate.test/${name}`, products: [product] });

describe('the outcomes that a test key can choose', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let server: Server;
  let origin: string;
  const messages: { type: string; data: { id: string; state: string } }[] = [];

  before(async () => {
    server = createServer((req, res) => {
      let body = '';
      req.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      req.on('end', () => {
        messages.push(JSON.parse(body));
        res.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    platform = await startPlatform({ allow: [new URL(origin).host], env: { WORKER_CONCURRENCY: '2' } });
    account = await platform.account({ credits: 5 });
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await platform.close();
  });

  for (const [name, rule] of Object.entries(simulations)) {
    it(`responds with ${rule.status} to ${name}`, async () => {
      const { status, headers, body } = await visualize(platform, account.testKey, simulate(name));
      expect(status, JSON.stringify(body)).to.equal(rule.status);
      if ('code' in rule) expect(body.code).to.equal(rule.code);
      expect(headers.get('retry-after')).to.equal(name === 'model-unavailable' ? '10' : null);
      const renderId = headers.get('x-render-id');
      expect(renderId !== null).to.equal(rule.by === 'provider');
      if (!renderId) return;
      const doc = await platform.database.renders.findById(renderId).lean();
      expect([doc?.mode, doc?.holdId]).to.deep.equal(['test', undefined]);
      expect(doc?.fence, 'a worker has claimed it').to.equal(1);
    });
  }

  it('names the balance of 0 and where to top up, although the account has credits', async () => {
    const { body } = await visualize(platform, account.testKey, simulate('insufficient-credits'));
    expect(body).to.include({ remaining_credits: 0, developers_url: platform.config.DEVELOPERS_URL });
  });

  it('says that a provider refused the content', async () => {
    const { body } = await visualize(platform, account.testKey, simulate('unsafe-content'));
    expect(body.message).to.include('safety');
  });

  it('returns an image of the shape of the scene, without a network', async () => {
    const { body } = await visualize(platform, account.testKey, simulate('success'));
    const image = sharp(Buffer.from(body.image.split(',')[1], 'base64'));
    const { format, width = 0, height = 0 } = await image.metadata();
    expect(format).to.equal('png');
    expect(width / height).to.be.greaterThan(1);
    expect(body.usage.credits).to.equal(0);
  });

  it('lets the time pass with progress, and yields to a cancellation', async () => {
    const started = await visualize(platform, account.testKey, simulate('success?seconds=160'), {
      prefer: 'respond-async',
    });
    const { id } = started.body;
    const events = await fetch(`${platform.url}/visualize/${id}/events`, {
      headers: { authorization: `Bearer ${account.testKey}` },
    });
    let text = '';
    for await (const chunk of events.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes('"stage":"rendering"') && !text.includes('event: done'))
        await call(platform, 'DELETE', `/visualize/${id}`, account.testKey);
    }
    expect(text).to.include('"state":"cancelled"');
  });

  it('lets no more than half of the places of a worker wait', async () => {
    const slow = () =>
      visualize(platform, account.testKey, simulate('success?seconds=2'), {
        'idempotency-key': randomUUID(),
      });
    const both = await Promise.all([slow(), slow()]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 503]);
  });

  it('calls the webhook of the account', async () => {
    const box = await loadSecretBox(platform.config);
    await saveWebhook(platform.database.accounts, box, account.id, `${origin}/hook`);
    const { headers } = await visualize(platform, account.testKey, simulate('model-error'));
    const id = headers.get('x-render-id');
    await eventually(() => messages.some(({ data }) => data.id === id));
    expect(messages.find(({ data }) => data.id === id)).to.include({ type: 'render.failed' });
  });

  it('refuses a name, a time or a product that is not known', async () => {
    const cases = [
      [simulate('model-eror'), 'model-error'],
      [simulate(`success?seconds=${maxSimulatedSeconds + 1}`), 'seconds'],
      [
        { ...simulate('success'), products: [{ images: ['https://simulate.test/success'] }] },
        'products[0].images[0]',
      ],
    ] as const;
    for (const [body, said] of cases) {
      const response = await visualize(platform, account.testKey, body);
      expect(response.status).to.equal(400);
      expect(response.body.message).to.include(said);
    }
  });

  it('is nothing to a live key: the host does not exist', async () => {
    for (const name of ['success', 'insufficient-credits']) {
      const { status, body } = await visualize(platform, account.key, simulate(name));
      expect([status, body.code], body.message).to.deep.equal([400, 'INVALID_INPUT']);
    }
    expect(await platform.credits(account.id)).to.include({ available: 5, held: 0, spent: 0 });
  });

  it('keeps every invariant', async () => {
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
