import type { IncomingHttpHeaders } from 'node:http';
import { responseBytesKept } from '../deliveries/delivery-model.ts';
import { type Outbound, OutboundRefused, type RefusalReason } from '../outbound/outbound.ts';
import { trackUrl } from './endpoint-url.ts';
import type { TrackPayload } from './payload.ts';

export interface TrackCall {
  /** Base URL as saved. */
  endpoint: string;
  writeKey?: string | undefined;
  /** The same on every attempt, so that the destination can recognise duplicates. */
  id: string;
  payload: TrackPayload;
  signal?: AbortSignal | undefined;
}

/** The result of one call: a status, or why there was none. */
export interface TrackResult {
  status?: number;
  refusal?: RefusalReason;
  headers: IncomingHttpHeaders;
  ms: number;
  /** The first bytes of the response body as text, or the reason of the guard. */
  answer: string;
}

const timeoutMs = 10_000;
const connectTimeoutMs = 5_000;

/** Bodies up to this size are read to the end, so that the connection can be reused; only the start is kept. */
const maxResponseBytes = 16 * 1024;

/**
 * One track call through the outbound guard: no redirects, 10 s in total, 5 s to connect.
 * @throws only the reason of `signal`, when that aborts.
 */
export async function sendTrack(outbound: Pick<Outbound, 'request'>, call: TrackCall): Promise<TrackResult> {
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
    return { status, headers, ms: took(), answer: toStart(body, call.writeKey) };
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

/** Removes the write key: some endpoints echo the request, and the result is shown to people. */
function toStart(body: Buffer, writeKey: string | undefined): string {
  const text = body.toString('utf8');
  const clean = writeKey ? text.replaceAll(writeKey, '••••').replaceAll(basic(writeKey), '••••') : text;
  return Buffer.from(clean).subarray(0, responseBytesKept).toString('utf8');
}
