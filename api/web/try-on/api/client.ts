import type {
  FeedbackRequest,
  FlowView,
  ListingQuery,
  ListingView,
  PhotoView,
  ProductView,
  RenderRequest,
  SessionRequest,
  SessionView,
  TryOnView,
} from '../../../../shared/try-on/contract.ts';
import type {
  LookOpenRequest,
  SharedLookView,
  ShareView,
} from '../../../../shared/try-on/shared-look-contract.ts';
import { RequestFailure, readFailure } from './failure.ts';

/** A photo of 8 MB on a slow phone takes this long; everything else is small. */
const deadlinesMs = { photo: 120_000, other: 20_000 } as const;

interface Options {
  /** e.g. `/api/try-on/demo` */
  base: string;
  fetch: typeof fetch;
  token: () => string | null;
  /** Called once when a token is not accepted; the request is then retried. */
  renewToken: () => Promise<void>;
}

interface Call {
  method?: string;
  json?: object;
  body?: Blob;
  headers?: Record<string, string>;
  deadlineMs?: number;
  signal?: AbortSignal;
}

/** The routes of `shared/try-on/contract.ts`. Each throws `RequestFailure`. */
export interface Api {
  session(request: SessionRequest): Promise<SessionView>;
  products(query: ListingQuery, signal?: AbortSignal): Promise<ListingView>;
  product(productId: string, signal?: AbortSignal): Promise<ProductView>;
  flow(id: string): Promise<FlowView>;
  uploadPhoto(photo: Blob, signal?: AbortSignal): Promise<PhotoView>;
  deletePhoto(id: string): Promise<void>;
  startRender(request: RenderRequest, idempotencyKey: string): Promise<TryOnView>;
  render(id: string, signal?: AbortSignal): Promise<TryOnView>;
  cancelRender(id: string): Promise<TryOnView>;
  putFeedback(id: string, request: FeedbackRequest): Promise<void>;
  shareRender(id: string): Promise<ShareView>;
  sharedLook(shortId: string): Promise<SharedLookView>;
  openSharedLook(shortId: string, request: LookOpenRequest): Promise<SharedLookView>;
  stopSharing(shortId: string): Promise<void>;
  /** The body of the render's event stream, open until the signal aborts. */
  renderEvents(id: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

export function createApi(options: Options): Api {
  const read = async <T>(path: string, call: Call = {}): Promise<T> =>
    (await request(options, path, call)).json() as Promise<T>;
  const at = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    // Without renewal: this is the call that renews.
    session: (json) => read('/session', { method: 'POST', json }),
    products: (query, signal) => read(`/products?${queryString(query)}`, withSignal(signal)),
    product: (id, signal) => read(at('/products', id), withSignal(signal)),
    flow: (id) => read(at('/flows', id)),
    uploadPhoto: (body, signal) =>
      read('/photos', { method: 'POST', body, deadlineMs: deadlinesMs.photo, ...withSignal(signal) }),
    async deletePhoto(id) {
      await request(options, at('/photos', id), { method: 'DELETE' });
    },
    startRender: (json, key) =>
      read('/renders', { method: 'POST', json, headers: { 'Idempotency-Key': key } }),
    render: (id, signal) => read(at('/renders', id), withSignal(signal)),
    cancelRender: (id) => read(at('/renders', id), { method: 'DELETE' }),
    async putFeedback(id, json) {
      await request(options, `${at('/renders', id)}/feedback`, { method: 'PUT', json });
    },
    shareRender: (id) => read(`${at('/renders', id)}/share`, { method: 'POST' }),
    sharedLook: (shortId) => read(at('/looks', shortId)),
    openSharedLook: (shortId, json) => read(`${at('/looks', shortId)}/opens`, { method: 'POST', json }),
    async stopSharing(shortId) {
      await request(options, at('/looks', shortId), { method: 'DELETE' });
    },
    async renderEvents(id, signal) {
      const { body } = await request(options, `${at('/renders', id)}/events`, {
        signal,
        deadlineMs: Number.POSITIVE_INFINITY,
        headers: { Accept: 'text/event-stream' },
      });
      if (!body) throw new RequestFailure('unavailable');
      return body;
    },
  };
}

const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

function queryString(query: ListingQuery): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
}

async function request(options: Options, path: string, call: Call): Promise<Response> {
  const first = await send(options, path, call);
  if (first.ok) return first;
  if (first.status !== 401 || path === '/session') throw await readFailure(first);
  await options.renewToken();
  const second = await send(options, path, call);
  if (second.ok) return second;
  throw await readFailure(second);
}

async function send(options: Options, path: string, call: Call, isRetry = false): Promise<Response> {
  const { base, fetch, token } = options;
  const { method = 'GET', json, body, headers, signal } = call;
  const held = token();
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: {
      ...(held && path !== '/session' ? { Authorization: `Bearer ${held}` } : {}),
      ...(json ? { 'Content-Type': 'application/json' } : body ? { 'Content-Type': body.type } : {}),
      ...headers,
    },
    signal: combineSignals(call.deadlineMs ?? deadlinesMs.other, signal),
  };
  try {
    return await fetch(base + path, { ...init, body: json ? JSON.stringify(json) : (body ?? null) });
  } catch (error) {
    if (signal?.aborted) throw error;
    // A phone that changes its network loses the request; its key makes a second one harmless.
    if (headers?.['Idempotency-Key'] && !isRetry) return send(options, path, call, true);
    throw new RequestFailure((error as Error).name === 'TimeoutError' ? 'timeout' : 'offline');
  }
}

/** `AbortSignal.any` is missing in Safari before 17.4. */
function combineSignals(deadlineMs: number, signal: AbortSignal | undefined): AbortSignal {
  const aborter = new AbortController();
  const deadline = Number.isFinite(deadlineMs) ? AbortSignal.timeout(deadlineMs) : undefined;
  for (const source of [signal, deadline]) {
    if (source?.aborted) aborter.abort(source.reason);
    source?.addEventListener('abort', () => aborter.abort(source.reason), { once: true });
  }
  return aborter.signal;
}
