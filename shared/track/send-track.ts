import type { IncomingHttpHeaders } from 'node:http';
import { answerBytes } from '../deliveries/delivery-model.ts';
import { type Outbound, OutboundRefused, type RefusalReason } from '../outbound/outbound.ts';
import { trackUrl } from './endpoint-url.ts';
import type { TrackPayload } from './payload.ts';

export interface TrackCall {
  /** Base URL as saved. */
  endpoint: string;
  writeKey?: string | undefined;
  /** The same on every try, so that the destination can tell a repeat. */
  id: string;
  payload: TrackPayload;
  signal?: AbortSignal | undefined;
}

/** What came of one call: a status, or why there was none. */
export interface TrackAnswer {
  status?: number;
  refusal?: RefusalReason;
  headers: IncomingHttpHeaders;
  ms: number;
  /** The first bytes of the body as text, or what the guard said. */
  answer: string;
}

const timeoutMs = 10_000;
const connectTimeoutMs = 5_000;

/** Read to the end up to here, so that the connection can be used again; only the start is kept. */
const maxResponseBytes = 16 * 1024;

/**
 * One track call through the outbound guard: no redirects, 10 s in all, 5 s to connect.
 * @throws the reason of `signal` when that aborts, and nothing else.
 */
export async function sendTrack(outbound: Pick<Outbound, 'request'>, call: TrackCall): Promise<TrackAnswer> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const { status, headers, body } = await outbound.request(trackUrl(call.endpoint), {
      method: 'POST',
      headers: trackHeaders(call),
      body: JSON.stringify(call.payload),
      timeoutMs,
      connectTimeoutMs,
      maxResponseBytes,
      overlong: 'cut',
      signal: call.signal,
    });
    return { status, headers, ms: took(), answer: startOf(body, call.writeKey) };
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    return { refusal: error.reason, headers: {}, ms: took(), answer: `The endpoint ${error.message}.` };
  }
}

function trackHeaders({ id, writeKey }: TrackCall): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'render-platform',
    'Idempotency-Key': id,
    'X-Service-Event-Id': id,
    ...(writeKey ? { Authorization: `Basic ${basic(writeKey)}` } : {}),
  };
}

const basic = (writeKey: string) => Buffer.from(`${writeKey}:`).toString('base64');

/** Without the write key: some endpoints echo what they were sent, and people read this. */
function startOf(body: Buffer, writeKey: string | undefined): string {
  const text = body.toString('utf8');
  const clean = writeKey ? text.replaceAll(writeKey, '••••').replaceAll(basic(writeKey), '••••') : text;
  return Buffer.from(clean).subarray(0, answerBytes).toString('utf8');
}
