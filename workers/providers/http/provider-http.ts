import type Joi from 'joi';
import { withDeadline } from '../../../shared/async/with-deadline.ts';
import type { Logger } from '../../../shared/log.ts';
import { type Outbound, OutboundRefused, type RequestOptions } from '../../../shared/outbound/outbound.ts';
import { retryAfterSeconds } from '../../retries/retry-after.ts';
import { ProviderError } from '../provider.ts';
import { decodeOutputDataUrl } from './data-url.ts';
import { fetchMs, fetchWithRetries } from './fetch-with-retries.ts';
import { failureOfStatus } from './status-failure.ts';
import type { StreamedBody } from './streamed-body.ts';
import { failureOfTransport } from './transport-failure.ts';

export type ProviderResponse = Awaited<ReturnType<Outbound['request']>>;

export interface ProviderHttpOptions {
  /** The providers' client (shared/outbound/allow-lists.ts). */
  http: Pick<Outbound, 'request' | 'fetchBytes'>;
  /** Base URL of the provider's API, with or without a trailing slash. */
  url: string;
  /** With the key, as the provider wants it; sent to the base URL's origin and to no other. */
  headers: Record<string, string>;
}

export interface Call {
  method: RequestOptions['method'];
  /** Relative to the base URL, or a URL from a response, which must have the same origin. */
  path: string;
  body?: StreamedBody;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  timeoutMs: number;
  log: Logger;
  /** Classifies a refusal whose body says more than its status; `undefined` leaves it to the table. */
  parseFailure?(response: ProviderResponse): ProviderError | undefined;
}

export interface ProviderHttp {
  /**
   * Returns a response with status 2xx.
   * @throws ProviderError for every other outcome; the reason of the signal when that aborts.
   */
  call(call: Call): Promise<ProviderResponse>;
  /** Returns true if a URL of a response may be saved: it is of the provider's own origin and contains no secret. */
  isSavable(url: string): boolean;
  /** Returns the bytes of a data URL, or of a URL of any host, fetched without our key. @throws ProviderError */
  image(url: string, signal: AbortSignal): Promise<Buffer>;
}

/** A provider returned a URL outside its own origin, which would have received our key. */
export class ForeignUrl extends ProviderError {
  constructor() {
    super('failed', 'The model returned a URL of another host.');
  }
}

const connectMs = 5_000;
/** A 2048 × 2048 PNG of noise has 16 MiB, in base64 22 MiB. */
const maxResponseBytes = 32 * 1024 * 1024;

export function createProviderHttp({ http, url, headers }: ProviderHttpOptions): ProviderHttp {
  const base = url.endsWith('/') ? url : `${url}/`;
  return {
    async call({ method, path, body, signal, timeoutMs, log, parseFailure, ...call }) {
      const response = await http
        .request(ownUrl(path, base), {
          method,
          headers: { accept: 'application/json', ...headers, ...call.headers, ...toHeaders(body) },
          ...(body && { body: body.stream() }),
          timeoutMs,
          connectTimeoutMs: connectMs,
          maxResponseBytes: maxResponseBytes,
          signal,
        })
        .catch(toFailure(signal));
      if (response.status >= 200 && response.status < 300) return response;
      log.warn({ status: response.status, path, body: excerpt(response.body) }, 'provider refused');
      throw parseFailure?.(response) ?? failureOfStatus(response.status, retryAfterSeconds(response.headers));
    },

    isSavable(url) {
      if (!URL.canParse(url)) return false;
      const { origin, search, username, password } = new URL(url);
      return origin === new URL(base).origin && search + username + password === '';
    },

    async image(source, signal) {
      if (source.startsWith('data:')) return decodeOutputDataUrl(source);
      const options = { maxBytes: maxResponseBytes, timeoutMs: fetchMs, connectTimeoutMs: connectMs, signal };
      return fetchWithRetries(signal, async () => {
        const { bytes } = await http.fetchBytes(source, options).catch((cause: unknown) => {
          signal.throwIfAborted();
          throw new ProviderError('failed', "The model's image could not be fetched.", { cause });
        });
        return bytes;
      });
    },
  };
}

/** Runs `work`, a whole render, within the provider's own time. @throws ProviderError when the time is up. */
export async function withinTime<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeoutError = () => new OutboundRefused('timeout');
  return withDeadline({ timeoutMs, signal, timeoutError }, work).catch(toFailure(signal));
}

/** Parses the JSON of a response; fields that the schema does not name are ignored. @throws ProviderError */
export function readJsonBody<T>(body: Buffer, schema: Joi.ObjectSchema<T>): T {
  try {
    const options = { allowUnknown: true, convert: false } as const;
    const { value, error } = schema.validate(JSON.parse(body.toString('utf8')), options);
    if (!error) return value as T;
    // Not the error itself: joi keeps the whole response in it, and the log would print the image.
    const cause = new Error(error.message);
    throw new ProviderError('failed', 'The model returned an unexpected response.', { cause });
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause;
    throw new ProviderError('failed', 'The model returned a response that is not valid JSON.', { cause });
  }
}

/** Does the same for the body of a refusal, which may be a proxy's HTML: returns `undefined` when it does not match. */
export function readRefusal<T>(response: ProviderResponse, schema: Joi.ObjectSchema<T>): T | undefined {
  try {
    return readJsonBody(response.body, schema);
  } catch {
    return undefined;
  }
}

/** Our key is sent only to the configured origin: a URL from a response could point anywhere. */
function ownUrl(path: string, base: string): string {
  const url = URL.canParse(path, base) ? new URL(path, base) : undefined;
  if (url?.origin === new URL(base).origin) return url.href;
  throw new ForeignUrl();
}

function toHeaders(body: StreamedBody | undefined): Record<string, string> {
  if (!body) return {};
  return { 'content-type': body.contentType, 'content-length': String(body.contentLength) };
}

function toFailure(signal: AbortSignal | undefined): (error: unknown) => never {
  return (error) => {
    if (signal?.aborted && !(signal.reason instanceof OutboundRefused)) throw signal.reason;
    throw error instanceof OutboundRefused ? failureOfTransport(error) : error;
  };
}

const excerpt = (body: Buffer) => body.toString('utf8', 0, 500);
