import { errorOfResponse, RenderApiError, RenderConnectionError, unexpected } from './errors.ts';

/** One HTTP request to the API. */
export interface ApiRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  /** With its query, beginning with a slash. */
  path: string;
  headers?: Record<string, string>;
  /** JSON. */
  body?: string;
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
      throw new RenderConnectionError(`No complete response of ${baseUrl}; check baseUrl and the network.`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  };
}

function buildInit({ method = 'GET', headers, body }: ApiRequest, apiKey: string, signal: AbortSignal) {
  const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, ...json, ...headers },
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
  if (typeof value === 'object' && value !== null) return value as T;
  throw new RenderApiError({ status: response.status, ...unexpected(response.status) });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
