import type { Attempt, ClientVerdict } from './history.ts';

export interface CallResult {
  verdict: ClientVerdict;
  status?: number;
  code?: string;
  message?: string;
  renderId?: string;
  /** The JSON of the response, when it arrived whole. */
  body?: Record<string, unknown>;
}

export interface CallOptions {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  key: string;
  headers?: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/**
 * Makes one call and returns the conclusion of a careful client from the response:
 * 200 with a complete image is a success; 202, and an error with a `Location` to a caller that sent `Prefer`
 * or `Idempotency-Key`, say "fetch it later"; every other error says that nothing was charged.
 */
export async function callPlatform(options: CallOptions): Promise<CallResult> {
  const { method, url, key, headers, body, signal } = options;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      signal,
    });
    text = await response.text();
  } catch {
    return { verdict: 'unknown' };
  }
  const { status } = response;
  const known = parse(text);
  const renderId = response.headers.get('x-render-id') ?? (known?.id as string | undefined);
  const seen = { status, ...(known ? { body: known } : {}), ...(renderId ? { renderId } : {}) };
  if (!known) return { ...seen, verdict: 'unknown' };
  if (status === 200) return { ...seen, verdict: isImage(known.image) ? 'success' : 'unknown' };
  const plain = !headers?.prefer && !headers?.['idempotency-key'];
  if (status === 202 || (response.headers.has('location') && !plain)) return { ...seen, verdict: 'unknown' };
  return { ...seen, verdict: 'failure', code: String(known.code), message: String(known.message) };
}

/** Copies a response into the record of the attempt. */
export function recordResult(attempt: Attempt, result: CallResult): void {
  const { verdict, status, code, message, renderId } = result;
  Object.assign(attempt, { verdict, respondedAt: Date.now() });
  if (status !== undefined) attempt.status = status;
  if (code !== undefined) attempt.code = code;
  if (message !== undefined) attempt.message = message;
  if (renderId !== undefined) attempt.renderId = renderId;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const pngStart = 'data:image/png;base64,iVBORw0KGgo';

function isImage(image: unknown): boolean {
  return typeof image === 'string' && image.startsWith(pngStart);
}
