import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';

export interface StripeServer {
  url: string;
  /** Checkouts by their id, with the fields that were sent. */
  checkouts: Map<string, URLSearchParams>;
  /** Disputes by their id, each with its charge. */
  disputes: Map<string, object>;
  /** Makes the next calls fail with this status. */
  status: number | undefined;
  close(): void;
}

/** Speaks as much of Stripe's API as checkouts and disputes need; equal Idempotency-Keys return the same checkout. */
export async function startStripeServer(secretKey: string): Promise<StripeServer> {
  const checkouts = new Map<string, URLSearchParams>();
  const byKey = new Map<string, string>();
  const disputes = new Map<string, object>();
  const made: StripeServer = { url: '', checkouts, disputes, status: undefined, close: () => server.close() };
  const server = createServer(async (req, res) => {
    const fields = new URLSearchParams(await text(req));
    const send = (status: number, body: object) =>
      res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (req.headers.authorization !== `Bearer ${secretKey}`)
      return send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    if (made.status !== undefined)
      return send(made.status, { error: { type: 'api_error', message: 'down' } });
    const dispute = disputes.get(/^\/v1\/disputes\/(\w+)\?/.exec(req.url ?? '')?.[1] ?? '');
    if (req.method === 'GET' && dispute) return send(200, dispute);
    if (`${req.method} ${req.url}` !== 'POST /v1/checkout/sessions')
      return send(404, { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } });
    const key = String(req.headers['idempotency-key']);
    const id = byKey.get(key) ?? `cs_test_${checkouts.size + 1}`;
    byKey.set(key, id);
    checkouts.set(id, fields);
    send(200, { id, object: 'checkout.session', url: `https://checkout.stripe.example/c/${id}` });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return made;
}

/** Returns an event of a checkout and its signature, as Stripe sends them. */
export function signedEvent(
  type: string,
  object: object,
  { secret, eventId = 'evt_1' }: { secret: string; eventId?: string },
): { body: string; signature: string } {
  const body = JSON.stringify({ id: eventId, object: 'event', type, data: { object } });
  const signature = new Stripe('sk_test_none').webhooks.generateTestHeaderString({ payload: body, secret });
  return { body, signature };
}
