import { expect } from 'chai';
import {
  verifyWebhook,
  type WebhookCall,
  WebhookVerificationError,
} from '../../../../shared/client/webhook.ts';
import { newWebhookSecret, signatureHeaders } from '../../../../shared/webhooks/signature.ts';

const [secret, other] = [newWebhookSecret(), newWebhookSecret()];
const body = JSON.stringify({
  type: 'webhook.test',
  timestamp: '2026-01-31T09:00:00.000Z',
  data: {},
  name: 'Größe',
});
const now = () => Math.floor(Date.now() / 1000);

/** A call as the platform signs it. */
function call(change: Partial<WebhookCall> = {}, timestamp = now(), secrets = [secret]): WebhookCall {
  return { body, headers: signatureHeaders(secrets, { id: 'rnd_1', timestamp, body }), secret, ...change };
}

const getProblem = (given: WebhookCall) =>
  verifyWebhook(given).then(
    () => undefined,
    (error: Error) => error,
  );

describe('verifyWebhook', () => {
  it('returns the event of a call that the platform signed', async () => {
    expect(await verifyWebhook(call())).to.deep.equal(JSON.parse(body));
  });

  const accepted: [string, WebhookCall][] = [
    ['bytes as its body', call({ body: new TextEncoder().encode(body) })],
    ['Headers', call({ headers: new Headers(call().headers as Record<string, string>) })],
    [
      'header names in capitals and values in lists',
      call({
        headers: Object.fromEntries(
          Object.entries(call().headers).map(([name, value]) => [name.toUpperCase(), [value as string]]),
        ),
      }),
    ],
    ['two signatures, of which it knows the second', call({}, now(), [other, secret])],
    ['two secrets, of which the second signed', call({ secret: [other, secret] })],
    ['a time within the tolerance', call({ toleranceSeconds: 900 }, now() - 600)],
  ];
  for (const [name, given] of accepted) {
    it(`accepts ${name}`, async () => expect(await getProblem(given)).to.equal(undefined));
  }

  const signed = call().headers as Record<string, string>;
  const refused: [string, WebhookCall, RegExp][] = [
    ['another body', call({ body: body.replace('Größe', 'Grosse') }), /webhook-signature/],
    ['another secret', call({ secret: other }), /webhook-signature/],
    ['another id', call({ headers: { ...signed, 'webhook-id': 'rnd_2' } }), /webhook-signature/],
    ['an old time', call({}, now() - 600), /webhook-timestamp/],
    ['a time to come', call({}, now() + 600), /webhook-timestamp/],
    [
      'a time that is no number',
      call({ headers: { ...signed, 'webhook-timestamp': 'now' } }),
      /webhook-timestamp/,
    ],
    [
      'a signature that is not base64',
      call({ headers: { ...signed, 'webhook-signature': 'v1,?' } }),
      /webhook-signature/,
    ],
    [
      'a signature of another version',
      call({ headers: { ...signed, 'webhook-signature': signed['webhook-signature']!.replace('v1', 'v2') } }),
      /webhook-signature/,
    ],
    [
      'no signature',
      call({ headers: { 'webhook-id': '1', 'webhook-timestamp': String(now()) } }),
      /webhook-signature is missing/,
    ],
  ];
  for (const [name, given, reason] of refused) {
    it(`refuses ${name}`, async () => {
      const problem = await getProblem(given);
      expect(problem).to.be.instanceOf(WebhookVerificationError);
      expect(problem!.message).to.match(reason);
    });
  }

  it('names a secret that is none', async () => {
    expect(await getProblem(call({ secret: 'abc' }))).to.be.instanceOf(TypeError);
  });
});
