import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import { loadSecretBox } from '../../../../shared/secrets/load-secret-box.ts';
import { saveWebhook } from '../../../../shared/webhooks/webhook-settings.ts';
import { type CheckExchange, exchangeCheck } from '../../../support/openapi/check-exchange.ts';
import { type FuzzedRequest, getOperations, getRequests } from '../../../support/openapi/requests.ts';
import {
  call,
  dataUrl,
  photo,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';
import { seed } from '../../../support/seed.ts';
import { enter, openStore, type Shopper, type TestStore } from '../../../support/try-on.ts';

/** Requests of each operation; `npm run fuzz` sends more. */
const runs = Number(process.env.FUZZ_RUNS ?? 10);

/** No limit is reached, and no render starts: what a request does to the credits is seen at once. */
const env = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_CONCURRENT: '10000',
  TRY_ON_PER_ADDRESS: '1000000',
  CATALOG_PER_ADDRESS: '1000000',
  EVENTS_PER_VISITOR: '1000000',
  EVENTS_PER_STORE: '1000000',
  READS_PER_KEY: '1000000',
  READS_PER_ADDRESS: '1000000',
  QUEUE_MAX_WAITING: '100000',
  SWEEP_SECONDS: '600',
};

describe(`requests generated from the OpenAPI document (seed ${seed}, ${runs} of each operation)`, () => {
  const document = openApiDocument('https://api.example');
  const check: CheckExchange = exchangeCheck(document);
  let platform: TestPlatform;
  let pictures: Server;
  let store: TestStore;
  let shopper: Shopper;
  let account: TestAccount;
  let urls: string[];
  let known: Record<string, unknown>;

  before(async () => {
    const jpeg = await photo();
    pictures = createServer((_req, res) => res.setHeader('content-type', 'image/jpeg').end(jpeg)).listen(
      0,
      '127.0.0.1',
    );
    await once(pictures, 'listening');
    const host = `127.0.0.1:${(pictures.address() as AddressInfo).port}`;
    const wrong = ['data:image/png;base64,AAAA', 'https://127.0.0.1/x.jpg'];
    urls = [...['room', 'sofa', 'lamp'].map((name) => `http://${host}/${name}.jpg`), dataUrl(jpeg), ...wrong];
    platform = await startPlatform({ workers: 0, env, allow: [host] });
    account = await platform.account({ credits: 100_000 });
    // With a signing secret, requests may name the URL of a webhook.
    const { accounts } = platform.database;
    await saveWebhook(accounts, await loadSecretBox(platform.config), account.id, undefined);
    store = await openStore(platform, { credits: 100_000 });
    await platform.database.stores.updateOne({ _id: store.id }, { $set: { account: account.id } });
    shopper = await enter(platform, store);
    const render = await cancelledRender();
    const ofStore = { slug: store.slug, store: store.slug, productId: store.sofa.productId, variantId: null };
    const photoOfStore = { kind: 'model', id: store.modelPhoto };
    const products = [{ title: 'Sofa', images: [urls[0]] }];
    known = {
      ...ofStore,
      products,
      sceneImage: urls[1],
      id: render,
      photo: photoOfStore,
      platform: 'generic',
      flow: 'light',
      cursor: '',
    };
  });
  after(async () => {
    pictures.closeAllConnections();
    pictures.close();
    await platform.close();
  });

  async function cancelledRender(): Promise<string> {
    const accepted = await visualize(platform, account.key, await visualizeBody(), {
      prefer: 'respond-async',
    });
    const { id } = accepted.body;
    await call(platform, 'DELETE', `/visualize/${id}`, account.key);
    return id;
  }

  const available = async () => (await platform.credits(account.id)).available;

  async function send({ method, url, headers, body }: FuzzedRequest): Promise<void> {
    const before = await available();
    const response = await fetch(platform.url + url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status } = response;
    const text = bytes.toString().slice(0, 300);
    // Of a service without workers, that is what it says.
    if (!url.startsWith('/readyz')) expect(status, text).to.be.lessThan(500);
    const problems = check({
      method,
      url,
      status,
      headers: Object.fromEntries(response.headers),
      body: bytes,
      requestType: headers['content-type'],
      requestBody: Buffer.from(body ?? ''),
    });
    expect(problems, text).to.deep.equal([]);
    if (status >= 400) expect(await available(), text).to.equal(before);
  }

  for (const described of getOperations({ document })) {
    const { operation, method, path } = described;
    it(`${method.toUpperCase()} ${path}`, async () => {
      const [scheme] = operation.security.flatMap((each) => Object.keys(each));
      const token = scheme === 'apiKey' ? account.key : scheme === 'visitorToken' ? shopper.token : undefined;
      const requests = getRequests(described, {
        document,
        urls,
        known,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(operation.operationId === 'visualize' ? { prefer: 'respond-async' } : {}),
        },
      });
      await fc.assert(fc.asyncProperty(requests, send), { numRuns: runs, endOnFailure: true });
    });
  }
});
