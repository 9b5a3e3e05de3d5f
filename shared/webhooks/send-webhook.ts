import { responseBytesKept } from '../deliveries/delivery-model.ts';
import { type Outbound, OutboundRefused, type RefusalReason } from '../outbound/outbound.ts';
import { signatureHeaders } from './signature.ts';

export interface WebhookCall {
  url: string;
  /** The same on every attempt, so that the receiver can drop duplicates. */
  id: string;
  body: string;
  /** The call is signed with each of them. */
  secrets: readonly string[];
  signal?: AbortSignal | undefined;
}

/** The result of one call: a status, or why there was none. */
export interface WebhookResult {
  status?: number;
  refusal?: RefusalReason;
  ms: number;
  /** The first bytes of the response body as text, or the reason of the guard. */
  answer: string;
}

/** Standard Webhooks recommends 15 to 30 s. */
const timeoutMs = 15_000;
const connectTimeoutMs = 5_000;
const maxResponseBytes = 16 * 1024;

/** One signed call through the outbound guard, without redirects. @throws only the reason of `signal`. */
export async function sendWebhook(
  outbound: Pick<Outbound, 'request'>,
  { url, id, body, secrets, signal }: WebhookCall,
): Promise<WebhookResult> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  const timestamp = Math.floor(Date.now() / 1000);
  try {
    const response = await outbound.request(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'render-platform',
        ...signatureHeaders(secrets, { id, timestamp, body }),
      },
      body,
      timeoutMs,
      connectTimeoutMs,
      maxResponseBytes,
      overlong: 'cut',
      signal,
    });
    const answer = response.body.subarray(0, responseBytesKept).toString('utf8');
    return { status: response.status, ms: took(), answer };
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    return { refusal: error.reason, ms: took(), answer: `The receiver ${error.message}.` };
  }
}

export const isDelivered = ({ status }: Pick<WebhookResult, 'status'>) =>
  status !== undefined && status >= 200 && status < 300;
