import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** Writes a signing secret: `whsec_` and 32 bytes, random unless given, in base64 (Standard Webhooks, "Signature scheme"). */
export function newWebhookSecret(bytes: Buffer = randomBytes(32)): string {
  return prefix + bytes.toString('base64');
}

export interface SignedMessage {
  /** The same on every attempt, so that the receiver can drop duplicates. */
  id: string;
  /** Of this attempt, in seconds since 1970. */
  timestamp: number;
  body: string;
}

/** Builds the `webhook-*` headers of a message: a signature of each secret, HMAC-SHA256 over `id.timestamp.body`. */
export function signatureHeaders(
  secrets: readonly string[],
  { id, timestamp, body }: SignedMessage,
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
