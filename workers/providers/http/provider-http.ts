import type Joi from 'joi';
import { withDeadline } from '../../../shared/async/with-deadline.ts';
import type { Logger } from '../../../shared/log.ts';
import { type Outbound, OutboundRefused, type RequestOptions } from '../../../shared/outbound/outbound.ts';
import { ProviderError } from '../provider.ts';
import { decodeDataUrl } from './data-url.ts';
import { fetchAgain, fetchMs } from './fetch-again.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { failureOfStatus } from './status-failure.ts';
import type { StreamedBody } from './streamed-body.ts';
import { failureOfTransport } from './transport-failure.ts';

export type Answer = Awaited<ReturnType<Outbound['request']>>;

export interface ProviderHttpOptions {
  /** The guarded client: a host in a private network has to be in `OUTBOUND_ALLOW`. */
  http: Pick<Outbound, 'request' | 'fetchBytes'>;
  /** Base URL of the provider's API, with or without a trailing slash. */
  url: string;
  /** The key, as the provider wants it; sent to the base URL's origin and to no other. */
  headers: Record<string, string>;
}

export interface Call {
  method: RequestOptions['method'];
  /** Relative to the base URL, or a URL the provider answered with, which must have the same origin. */
  path: string;
  body?: StreamedBody;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  timeoutMs: number;
  log: Logger;
  /** What a refusal means where the vendor says more than its status; `undefined` leaves it to the table. */
  failureOf?(answer: Answer): ProviderError | undefined;
}

export interface ProviderHttp {
  /**
   * One exchange that ends in 2xx.
   * @throws ProviderError for every other end; the reason of the signal when that aborts.
   */
  call(call: Call): Promise<Answer>;
  /** Whether a URL of an answer is one of the provider's own that can be written down: it holds no secret. */
  isPlain(url: string): boolean;
  /** The bytes of a data URL or of a URL anywhere, fetched without our key. @throws ProviderError */
  image(url: string, signal: AbortSignal): Promise<Buffer>;
}

/** A provider answered with a URL outside its own origin, where our key would go. */
export class ForeignUrl extends ProviderError {
  constructor() {
    super('failed', 'The model answered with a URL of another host.');
  }
}

const connectMs = 5_000;
/** A 2048 × 2048 PNG of noise has 16 MiB, in base64 22 MiB. */
const maxAnswerBytes = 32 * 1024 * 1024;

export function createProviderHttp({ http, url, headers }: ProviderHttpOptions): ProviderHttp {
  const base = url.endsWith('/') ? url : `${url}/`;
  return {
    async call({ method, path, body, signal, timeoutMs, log, failureOf, ...call }) {
      const answer = await http
        .request(ownUrl(path, base), {
          method,
          headers: { accept: 'application/json', ...headers, ...call.headers, ...headersOf(body) },
          ...(body && { body: body.stream() }),
          timeoutMs,
          connectTimeoutMs: connectMs,
          maxResponseBytes: maxAnswerBytes,
          signal,
        })
        .catch(toFailure(signal));
      if (answer.status >= 200 && answer.status < 300) return answer;
      log.warn({ status: answer.status, path, body: excerpt(answer.body) }, 'provider refused');
      throw failureOf?.(answer) ?? failureOfStatus(answer.status, retryAfterSeconds(answer.headers));
    },

    isPlain(url) {
      if (!URL.canParse(url)) return false;
      const { origin, search, username, password } = new URL(url);
      return origin === new URL(base).origin && search + username + password === '';
    },

    async image(source, signal) {
      if (source.startsWith('data:')) return decodeDataUrl(source);
      const options = { maxBytes: maxAnswerBytes, timeoutMs: fetchMs, connectTimeoutMs: connectMs, signal };
      return fetchAgain(signal, async () => {
        const { bytes } = await http.fetchBytes(source, options).catch((cause: unknown) => {
          signal.throwIfAborted();
          throw new ProviderError('failed', "The model's image could not be fetched.", { cause });
        });
        return bytes;
      });
    },
  };
}

/** The provider's own time for a whole render, `work`, in milliseconds. @throws ProviderError when it is up. */
export async function withinTime<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeoutError = () => new OutboundRefused('timeout');
  return withDeadline({ timeoutMs, signal, timeoutError }, work).catch(toFailure(signal));
}

/** The JSON of an answer in the shape of `schema`; what the schema does not name may be anything. @throws ProviderError */
export function readJson<T>(body: Buffer, schema: Joi.ObjectSchema<T>): T {
  try {
    const options = { allowUnknown: true, convert: false } as const;
    const { value, error } = schema.validate(JSON.parse(body.toString('utf8')), options);
    if (!error) return value as T;
    // Not the error itself: joi keeps the whole answer in it, and the log would print the image.
    const cause = new Error(error.message);
    throw new ProviderError('failed', 'The model answered in an unknown way.', { cause });
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause;
    throw new ProviderError('failed', 'The model answered with something that is not JSON.', { cause });
  }
}

/** The same for the body of a refusal, which may be a proxy's HTML: `undefined` when it is not of that shape. */
export function readRefusal<T>(answer: Answer, schema: Joi.ObjectSchema<T>): T | undefined {
  try {
    return readJson(answer.body, schema);
  } catch {
    return undefined;
  }
}

/** Our key goes only where the operator said: a URL from an answer could point anywhere. */
function ownUrl(path: string, base: string): string {
  const url = URL.canParse(path, base) ? new URL(path, base) : undefined;
  if (url?.origin === new URL(base).origin) return url.href;
  throw new ForeignUrl();
}

function headersOf(body: StreamedBody | undefined): Record<string, string> {
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
