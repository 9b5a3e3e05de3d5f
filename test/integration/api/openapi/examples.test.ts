import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { openApiDocument } from '../../../../api/openapi/document.ts';
import { saveOrderWebhook } from '../../../../shared/orders/order-webhooks.ts';
import { loadSecretBox } from '../../../../shared/secrets/load-secret-box.ts';
import { newWebhookSecret, signatureHeaders } from '../../../../shared/webhooks/signature.ts';
import { type DescribedOperation, getOperations } from '../../../support/openapi/requests.ts';
import { photo, startPlatform, type TestAccount, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore, type Shopper, type TestStore } from '../../../support/try-on.ts';

/** Each needs what the ones before it have made. */
const order = [
  'visualize',
  'createKey',
  'rollKey',
  'saveWebhook',
  'testWebhook',
  'replayWebhook',
  'createStore',
  'updateStore',
  'saveTexts',
  'addHost',
  'startImport',
  'saveIntegration',
  'reportEvents',
  'replayEvents',
  'saveFlow',
  'openTryOnSession',
  'startTryOn',
  'giveTryOnFeedback',
  'openSharedLook',
  'receiveOrder',
  'saveOrderWebhook',
];

describe('the request examples of the OpenAPI document', () => {
  const withExamples = getOperations({ document: openApiDocument('') }).filter(
    ({ operation }) => operation.requestBody?.content['application/json']?.examples,
  );
  let platform: TestPlatform;
  let outside: Server;
  let account: TestAccount;
  let store: TestStore;
  let shopper: Shopper;
  const secret = newWebhookSecret();
  /** What the examples name, and what exists here. */
  const substitutes = new Map<string, string>();
  const inPath: Record<string, string> = { platform: 'generic', flow: 'living-room', language: 'en' };

  before(async () => {
    const jpeg = await photo();
    outside = createServer((_req, res) => res.end(jpeg)).listen(0, '127.0.0.1');
    await once(outside, 'listening');
    const host = `127.0.0.1:${(outside.address() as AddressInfo).port}`;
    platform = await startPlatform({ allow: [host] });
    account = await platform.account();
    store = await openStore(platform);
    const { stores } = platform.database;
    await stores.updateOne({ _id: store.id }, { $set: { account: account.id } });
    const document = (await stores.findById(store.id).lean())!;
    await saveOrderWebhook(stores, await loadSecretBox(platform.config), document, {
      platform: 'generic',
      secret,
    });
    shopper = await enter(platform, store);
    inPath.slug = store.slug;
    substitutes
      .set('https://shop.example', `http://${host}`)
      .set('https://analytics.example', `http://${host}`)
      .set('"acme"', `"${store.slug}"`)
      .set('model_0mwr4f8k2d3xq', store.modelPhoto);
  });
  after(async () => {
    outside.closeAllConnections();
    outside.close();
    await platform.close();
  });

  function credentials({ operation, body }: { operation: DescribedOperation['operation']; body: string }) {
    const [scheme] = operation.security.flatMap((each) => Object.keys(each));
    const timestamp = Math.floor(Date.now() / 1000);
    if (scheme === 'apiKey') return { authorization: `Bearer ${account.key}` };
    if (scheme === 'visitorToken') return { authorization: `Bearer ${shopper.token}` };
    return operation.operationId === 'receiveOrder'
      ? signatureHeaders([secret], { id: 'msg_1', timestamp, body })
      : {};
  }

  async function send({ operation, method, path }: DescribedOperation, example: unknown): Promise<Response> {
    let body = JSON.stringify(example);
    for (const [name, value] of substitutes) body = body.replaceAll(name, value);
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...credentials({ operation, body }),
    };
    const url = platform.url + path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => inPath[name] ?? name);
    return fetch(url, { method: method.toUpperCase(), headers, body });
  }

  it('are all sent by this test', () => {
    expect(withExamples.map(({ operation }) => operation.operationId)).to.have.members(order);
  });

  for (const operationId of order) {
    const described = withExamples.find(({ operation }) => operation.operationId === operationId)!;
    const { examples = {} } = described.operation.requestBody!.content['application/json']!;
    for (const { summary, value } of Object.values(examples)) {
      it(`${operationId}: ${summary}`, async () => {
        const response = await send(described, value);
        const text = await response.text();
        expect(response.status, text).to.be.within(200, 299);
        const renderId = response.headers.get('x-render-id');
        if (renderId) substitutes.set('rnd_0mwr4f8k2d3xq', renderId);
        if (operationId === 'createKey') inPath.key = JSON.parse(text).id;
        if (operationId === 'startTryOn') await shareEnded(JSON.parse(text).id);
      });
    }
  }

  async function shareEnded(renderId: string): Promise<void> {
    await shopper.ended(renderId);
    inPath.id = renderId;
    inPath.shortId = (await shopper.call('POST', `/renders/${renderId}/share`)).body.shortId;
  }
});
