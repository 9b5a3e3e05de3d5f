import type { Readable } from 'node:stream';

export interface ProviderHttpOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string | Readable;
  /** Milliseconds for the whole exchange. */
  timeoutMs?: number;
  connectTimeoutMs?: number;
  /** A longer answer is cut off and refused. */
  maxResponseBytes?: number;
  signal?: AbortSignal;
  redirects?: 'refuse';
}

export interface ProviderHttpResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** What a provider needs of the guarded outbound client: every address it dials has been checked. */
export interface ProviderHttp {
  request(url: string, options: ProviderHttpOptions): Promise<ProviderHttpResponse>;
}

/** Seconds of a `Retry-After` header in either form (RFC 9110 §10.2.3), 0 to 3600. */
export function retryAfterSeconds(
  headers: ProviderHttpResponse['headers'],
  nowMs: number = Date.now(),
): number | undefined {
  const value = [headers['retry-after']].flat()[0]?.trim();
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - nowMs) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), 3600);
}
