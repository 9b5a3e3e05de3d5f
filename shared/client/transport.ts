import { errorOfResponse, RenderApiError, RenderConnectionError, unexpected } from './errors.ts';

/** One HTTP request to the API. */
export interface ApiRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  /** With its query, beginning with a slash. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Blob;
  signal: AbortSignal;
  /** For the response with its body, 30 s; begins again with each call of `heard`. */
  timeoutMs?: number;
}

/**
 * Sends one request, without retries, and reads its response with `read`.
 * @throws RenderApiError, RenderConnectionError, the reason of the signal
 */
export type Transport = <T>(
  request: ApiRequest,
  read: (response: Response, heard: () => void) => Promise<T>,
) => Promise<T>;

interface TransportOptions {
  apiKey: string;
  /** Without a slash at its end. */
  baseUrl: string;
  fetch: typeof fetch;
}

const defaultTimeoutMs = 30_000;

export function createTransport({ apiKey, baseUrl, fetch }: TransportOptions): Transport {
  return async (request, read) => {
    const { signal, timeoutMs = defaultTimeoutMs } = request;
    signal.throwIfAborted();
    const aborter = new AbortController();
    const abort = () => aborter.abort();
    signal.addEventListener('abort', abort, { once: true });
    let timer = setTimeout(abort, timeoutMs);
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(abort, timeoutMs);
    };
    try {
      const response = await fetch(baseUrl + request.path, buildInit(request, apiKey, aborter.signal));
      if (!response.ok) throw await errorOfResponse(response);
      return await read(response, heard);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof RenderApiError) throw error;
      throw new RenderConnectionError(`No complete response of ${baseUrl}; ${advice()}.`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  };
}

/** A browser does not say why a request failed: mostly because the API is not for pages of other origins. */
const advice = () =>
  'document' in globalThis
    ? 'check baseUrl and the network. Pages reach the API at their own origin alone: call it from your server'
    : 'check baseUrl and the network';

function buildInit({ method = 'GET', headers, body }: ApiRequest, apiKey: string, signal: AbortSignal) {
  return {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, ...headers },
    ...(body === undefined ? {} : { body }),
    signal,
    // A redirect turns a POST into a GET, which may succeed and means something else.
    redirect: 'manual' as const,
  };
}

/** Reads the JSON object of a response. @throws RenderApiError when it is none */
export async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  const value = parsed(text);
  if (typeof value === 'object' && value !== null) return withRequestId(value as T & object, response);
  throw new RenderApiError({ status: response.status, ...unexpected(response.status) });
}

const requestIds = new WeakMap<object, string>();

function withRequestId<T extends object>(value: T, response: Response): T {
  const requestId = response.headers.get('x-request-id');
  if (requestId !== null) requestIds.set(value, requestId);
  return value;
}

/** Returns the id under which the API's logs have the request that returned an object. */
export const getRequestId = (value: object): string | undefined => requestIds.get(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
