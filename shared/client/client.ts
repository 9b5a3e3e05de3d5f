import type { VisualizeRequest } from './image-source.ts';
import { createInterruption } from './interruption.ts';
import { cancelOpenRender, deleteRender, imageTimeoutMs, readRender, toPath } from './read-render.ts';
import { createRetries } from './retries.ts';
import { createTransport, readJson, type Transport } from './transport.ts';
import type { Credits, Ledger, Render, RenderList, RenderState } from './types.ts';
import { type RenderResult, type VisualizeOptions, visualize } from './visualize.ts';

export interface ClientOptions {
  /** `service_live_…` or `service_test_…`. Keep live keys on servers. */
  apiKey: string;
  /** Origin of the API, e.g. `https://api.example.com`. */
  baseUrl: string;
  /** By default the global one. */
  fetch?: typeof fetch;
  /** Maximum number of repetitions in one call; 4. */
  maxRetries?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Maximum duration of the call with all retries; 120 s. */
  timeoutMs?: number;
}

export interface PageQuery {
  /** 1 to 100. */
  limit?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
  /** Time of creation, included. */
  from?: Date;
  /** Time of creation, not included. */
  to?: Date;
}

export interface RendersQuery extends PageQuery {
  state?: RenderState;
}

/** Every method retries transient failures, and rejects with one of the errors of `errors.ts`. */
export interface RenderClient {
  /**
   * Renders products into a scene, and resolves with the image: one credit if it succeeds, none otherwise. A call
   * that rejects cancels its render.
   */
  visualize(request: VisualizeRequest, options?: VisualizeOptions): Promise<RenderResult>;
  renders: {
    get(id: string, options?: CallOptions & { image?: 'data' | 'url' | 'none' }): Promise<Render>;
    /** Lists the renders of the account in the mode of the key, newest first. */
    list(query?: RendersQuery, options?: CallOptions): Promise<RenderList>;
    /** Cancels a render at no charge unless it has ended; returns it. */
    cancel(id: string, options?: CallOptions): Promise<Render>;
    /** Cancels an open render; of one that has ended, deletes the images. */
    delete(id: string, options?: CallOptions): Promise<Render>;
    /** The image as a file. */
    image(
      id: string,
      options?: CallOptions & { type?: 'image/png' | 'image/jpeg' | 'image/webp' },
    ): Promise<Blob>;
  };
  credits: {
    get(options?: CallOptions): Promise<Credits>;
    /** Lists every movement of the account's credits, newest first. */
    ledger(query?: PageQuery, options?: CallOptions): Promise<Ledger>;
  };
}

const callTimeoutMs = 120_000;
const defaultMaxRetries = 4;

/** @throws TypeError when `apiKey` or `baseUrl` cannot be one */
export function createClient(options: ClientOptions): RenderClient {
  const maxRetries = options.maxRetries ?? defaultMaxRetries;
  const transport = createTransport({
    apiKey: checkKey(options.apiKey),
    baseUrl: parseBaseUrl(options.baseUrl),
    // Browsers reject a `fetch` that is called as a method of another object.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  });
  const call = createCall(maxRetries);
  const get = <T>(path: string, options?: CallOptions) =>
    call(options, (signal) => transport({ path, signal }, readJson<T>));
  return {
    visualize: (request, options = {}) => visualize({ transport, maxRetries }, request, options),
    renders: {
      get: (id, options) =>
        call(options, (signal) => readRender(transport, id, { image: options?.image ?? 'data', signal })),
      list: (query, options) => get<RenderList>(`/visualize${queryString(query)}`, options),
      cancel: (id, options) => call(options, (signal) => cancelOpenRender(transport, id, signal)),
      delete: (id, options) => call(options, (signal) => deleteRender(transport, id, signal)),
      image: (id, options) => call(options, (signal) => readImage(transport, id, signal, options?.type)),
    },
    credits: {
      get: (options) => get<Credits>('/credits', options),
      ledger: (query, options) => get<Ledger>(`/credits/ledger${queryString(query)}`, options),
    },
  };
}

/** Runs a request with retries, within the time-out of the call. */
function createCall(maxRetries: number) {
  return async <T>(
    { signal, timeoutMs = callTimeoutMs }: CallOptions = {},
    request: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const interruption = createInterruption(signal, timeoutMs);
    try {
      return await createRetries(maxRetries, interruption).run(() => request(interruption.signal));
    } finally {
      interruption.close();
    }
  };
}

function readImage(transport: Transport, id: string, signal: AbortSignal, type = 'image/png'): Promise<Blob> {
  const request = { path: `${toPath(id)}/image`, headers: { Accept: type }, timeoutMs: imageTimeoutMs };
  return transport({ ...request, signal }, (response) => response.blob());
}

function queryString(query: RendersQuery = {}): string {
  const set = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) set.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  const text = set.toString();
  return text === '' ? '' : `?${text}`;
}

function checkKey(apiKey: string): string {
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new TypeError('apiKey must be an API key such as service_live_…, without spaces.');
}

function parseBaseUrl(baseUrl: string): string {
  if (!/^https?:\/\/[^/]/.test(baseUrl))
    throw new TypeError('baseUrl must be an https URL, such as https://api.example.com.');
  return baseUrl.replace(/\/+$/, '');
}
