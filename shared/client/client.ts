import { RenderInterrupted } from './errors.ts';
import { type ImageSource, readBytes, type VisualizeRequest } from './image-source.ts';
import { createInterruption } from './interruption.ts';
import { type Pages, readPages } from './pages.ts';
import { cancelOpenRender, deleteRender, imageTimeoutMs, readRender, toPath } from './read-render.ts';
import { type RenderEvent, streamEvents } from './render-events.ts';
import type { Render, RenderList } from './render-states.ts';
import { createRetries } from './retries.ts';
import type { RenderResult } from './submit-render.ts';
import { createTransport, readJson, type Transport } from './transport.ts';
import { createTurns } from './turns.ts';
import type { Credits, Ledger, LedgerEntry, RenderState, UploadedFile } from './types.ts';
import {
  type CreateOptions,
  createRender,
  type VisualizeOptions,
  visualize,
  type WaitOptions,
  waitForRender,
} from './visualize.ts';

export interface ClientOptions {
  /** `service_live_…` or `service_test_…`; by default the environment's `RENDER_API_KEY`. Keep live keys on servers. */
  apiKey?: string;
  /** Origin of the API, e.g. `https://api.example.com`; by default the environment's `RENDER_BASE_URL`. */
  baseUrl?: string;
  /** By default the global one. */
  fetch?: typeof fetch;
  /** Maximum number of failures in one call that are retried; 4. A refusal by a limit is retried within the time-out. */
  maxRetries?: number;
  /** Maximum number of renders at once; further calls of `visualize` wait for their turn, which begins their time-out. */
  maxConcurrent?: number;
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
    /** Starts a render without waiting for it. */
    create(request: VisualizeRequest, options?: CreateOptions): Promise<Render>;
    /** Waits for a render that was created, and resolves with the image. */
    wait(id: string, options?: WaitOptions): Promise<RenderResult>;
    /** Yields the events of a render until it has ended. */
    events(id: string, options?: CallOptions): AsyncGenerator<RenderEvent, void>;
    get(id: string, options?: CallOptions & { image?: 'data' | 'url' | 'none' }): Promise<Render>;
    /** Lists the renders of the account in the mode of the key, newest first: a page, or with `for await` all of them. */
    list(query?: RendersQuery, options?: CallOptions): Pages<RenderList, Render>;
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
  files: {
    /** Uploads an image, whose `id` is then an image of requests for 24 hours. */
    upload(file: Exclude<ImageSource, string | URL>, options?: CallOptions): Promise<UploadedFile>;
  };
  credits: {
    get(options?: CallOptions): Promise<Credits>;
    /** Lists every movement of the account's credits, newest first: a page, or with `for await` all of them. */
    ledger(query?: PageQuery, options?: CallOptions): Pages<Ledger, LedgerEntry>;
  };
}

const callTimeoutMs = 120_000;
/** 8 MiB at 0.6 Mbit/s. */
const uploadTimeoutMs = 110_000;
/** Within which every render is decided. */
const eventsTimeoutMs = 300_000;
const defaultMaxRetries = 4;

/** @throws TypeError when `apiKey` or `baseUrl` cannot be one */
export function createClient(options: ClientOptions = {}): RenderClient {
  const { maxRetries = defaultMaxRetries, maxConcurrent = Number.POSITIVE_INFINITY } = options;
  const transport = createTransport({
    apiKey: checkKey(options.apiKey ?? readEnvironment('RENDER_API_KEY')),
    baseUrl: parseBaseUrl(options.baseUrl ?? readEnvironment('RENDER_BASE_URL')),
    // Browsers reject a `fetch` that is called as a method of another object.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  });
  const dependencies = { transport, maxRetries };
  const inTurn = createTurns(
    maxConcurrent,
    () => new RenderInterrupted('AbortError', 'The call was aborted.'),
  );
  const call = createCall(maxRetries);
  const get = <T>(path: string, options?: CallOptions) =>
    call(options, (signal) => transport({ path, signal }, readJson<T>));
  return {
    visualize: (request, options = {}) =>
      inTurn(options.signal, () => visualize(dependencies, request, options)),
    renders: {
      create: (request, options = {}) => createRender(dependencies, request, options),
      wait: (id, options = {}) => waitForRender(dependencies, id, options),
      events: (id, { signal, timeoutMs = eventsTimeoutMs } = {}) =>
        streamEvents(transport, id, { signal, timeoutMs, maxRetries }),
      get: (id, options) =>
        call(options, (signal) => readRender(transport, id, { image: options?.image ?? 'data', signal })),
      list: (query, options) =>
        readPages(
          (cursor) => get<RenderList>(`/visualize${queryString(query, cursor)}`, options),
          ({ renders }) => renders,
        ),
      cancel: (id, options) => call(options, (signal) => cancelOpenRender(transport, id, signal)),
      delete: (id, options) => call(options, (signal) => deleteRender(transport, id, signal)),
      image: (id, options) => call(options, (signal) => readImage(transport, id, signal, options?.type)),
    },
    files: {
      upload: async (file, options) => {
        const body = new Blob([new Uint8Array(await readBytes(file, 'file'))]);
        return call(options, (signal) => uploadFile(transport, body, signal));
      },
    },
    credits: {
      get: (options) => get<Credits>('/credits', options),
      ledger: (query, options) =>
        readPages(
          (cursor) => get<Ledger>(`/credits/ledger${queryString(query, cursor)}`, options),
          ({ entries }) => entries,
        ),
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

function uploadFile(transport: Transport, body: Blob, signal: AbortSignal): Promise<UploadedFile> {
  const headers = { 'Content-Type': 'application/octet-stream' };
  const request = { method: 'POST' as const, path: '/files', headers, body, timeoutMs: uploadTimeoutMs };
  return transport({ ...request, signal }, readJson<UploadedFile>);
}

function readImage(transport: Transport, id: string, signal: AbortSignal, type = 'image/png'): Promise<Blob> {
  const request = { path: `${toPath(id)}/image`, headers: { Accept: type }, timeoutMs: imageTimeoutMs };
  return transport({ ...request, signal }, (response) => response.blob());
}

function queryString(given: RendersQuery = {}, cursor = given.cursor): string {
  const query = { ...given, cursor };
  const set = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) set.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  const text = set.toString();
  return text === '' ? '' : `?${text}`;
}

/** Browsers have no environment. */
function readEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}

function checkKey(apiKey: string | undefined): string {
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new TypeError(
    'apiKey must be an API key such as service_live_…, without spaces; pass it, or set RENDER_API_KEY.',
  );
}

function parseBaseUrl(baseUrl: string | undefined): string {
  if (!/^https?:\/\/[^/]/.test(baseUrl ?? ''))
    throw new TypeError(
      'baseUrl must be an https URL, such as https://api.example.com; pass it, or set RENDER_BASE_URL.',
    );
  return baseUrl!.replace(/\/+$/, '');
}
