import { fromBase64 } from './base64.ts';
import type { RenderMessage } from './render-states.ts';
import type { CreditsLowMessage } from './types.ts';
import { webCrypto } from './web-crypto.ts';

/** The body of a webhook call: the end of a render, low credits, or a test. */
export type WebhookEvent =
  | RenderMessage
  | CreditsLowMessage
  | { type: 'webhook.test'; timestamp: string; data: Record<string, never> };

export interface WebhookCall {
  /** The body as it was received, before parsing. */
  body: string | Uint8Array;
  /** Of the request: `Headers`, or an object such as Node's `request.headers`. */
  headers: Headers | Record<string, string | readonly string[] | undefined>;
  /** `whsec_…`; while one is replaced, both. */
  secret: string | readonly string[];
  /** Maximum difference between the call's timestamp and this machine's clock. Default: 300 s. */
  toleranceSeconds?: number;
}

/** The call is not one of the API, or is too old: respond with 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const prefix = 'whsec_';
const defaultToleranceSeconds = 300;

/**
 * Checks the signature and the time of a webhook call (Standard Webhooks, "Verifying signatures") and returns its event.
 * @throws WebhookVerificationError, TypeError for a secret that is none
 */
export async function verifyWebhook(call: WebhookCall): Promise<WebhookEvent> {
  const { toleranceSeconds = defaultToleranceSeconds } = call;
  const id = getHeader(call, 'webhook-id');
  const timestamp = getHeader(call, 'webhook-timestamp');
  const apart = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || apart > toleranceSeconds) {
    throw new WebhookVerificationError(
      `webhook-timestamp is more than ${toleranceSeconds} s off; check the clock.`,
    );
  }
  const body = typeof call.body === 'string' ? call.body : new TextDecoder().decode(call.body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const secrets = typeof call.secret === 'string' ? [call.secret] : call.secret;
  for (const signature of signaturesIn(getHeader(call, 'webhook-signature'))) {
    for (const secret of secrets) if (await isSignedBy(secret, signature, signed)) return JSON.parse(body);
  }
  throw new WebhookVerificationError(
    'webhook-signature matches no secret; pass the body as it was received.',
  );
}

function getHeader({ headers }: WebhookCall, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : valueIn(headers, name);
  if (typeof value === 'string') return value;
  throw new WebhookVerificationError(`The header ${name} is missing.`);
}

function valueIn(headers: Exclude<WebhookCall['headers'], Headers>, name: string): unknown {
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : found;
}

/** Those of version 1; others are of other algorithms. */
function signaturesIn(header: string): Uint8Array<ArrayBuffer>[] {
  return header.split(' ').flatMap((entry) => {
    try {
      return entry.startsWith('v1,') ? [fromBase64(entry.slice('v1,'.length))] : [];
    } catch {
      return [];
    }
  });
}

/** In constant time: `verify` compares. */
async function isSignedBy(
  secret: string,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (!secret.startsWith(prefix)) throw new TypeError(`secret must begin with ${prefix}.`);
  const { subtle } = await webCrypto();
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await subtle.importKey('raw', fromBase64(secret.slice(prefix.length)), hmac, false, ['verify']);
  return subtle.verify('HMAC', key, signature, signed);
}
