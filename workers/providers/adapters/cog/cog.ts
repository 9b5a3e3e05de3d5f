import { randomBase62 } from '../../../../shared/ids.ts';
import type { Logger } from '../../../../shared/log.ts';
import type { Outbound, RequestOptions } from '../../../../shared/outbound/outbound.ts';
import { retryAfterSeconds } from '../../../retries/retry-after.ts';
import { decodeOutputDataUrl } from '../../http/data-url.ts';
import { fetchMs, fetchWithRetries } from '../../http/fetch-with-retries.ts';
import type { ProviderResponse } from '../../http/provider-http.ts';
import { failureOfStatus } from '../../http/status-failure.ts';
import type { StreamedBody } from '../../http/streamed-body.ts';
import { failureOfTransport, mayStillRun } from '../../http/transport-failure.ts';
import { type Provider, type ProviderContext, ProviderError, type ProviderRequest } from '../../provider.ts';
import { createCogInput } from './cog-input.ts';
import {
  type CogPrediction,
  failureOfHealth,
  failureOfPrediction,
  isUp,
  outputImage,
  parsePrediction,
} from './cog-responses.ts';

export interface CogOptions {
  /** The providers' client (shared/outbound/allow-lists.ts). */
  http: Pick<Outbound, 'request'>;
  /** Base URL of the container, `COG_URL`. */
  url: string;
  /** Bearer token for a proxy in front of it; empty sends none. */
  token: string;
  /** Maximum time of one prediction, in milliseconds. */
  timeoutMs: number;
}

type Exchange = Pick<RequestOptions, 'method' | 'signal' | 'timeoutMs' | 'maxResponseBytes'> & {
  path: string;
  traceparent?: string | undefined;
  input?: StreamedBody;
};

const healthMs = 5_000;
/** For this time after a prediction its container counts as healthy (a check costs 1 ms of a worker's CPU time). */
const healthyMs = 5_000;
const cancelMs = 2_000;
const connectMs = 5_000;
const smallResponseBytes = 1024 * 1024;
/** A 2048 × 2048 PNG of noise has 16 MiB; base64 and the prediction's logs add to it. */
const maxResponseBytes = 32 * 1024 * 1024;

/**
 * Renders on a model container that speaks the Cog HTTP API: replicate/cog, docs/http.md as of
 * November 2026. The prediction is created under our own id with `PUT /predictions/{id}`, so that one
 * that outlives its connection can be cancelled; the id is new for each try, because a container responds
 * to a known id with its old state. `GET /health-check` precedes it unless the container is known to be
 * healthy, so that a starting or busy one is not sent a body of megabytes.
 */
export function createCogProvider(options: CogOptions): Provider {
  let knownHealthyUntil = 0;
  return {
    name: 'cog',
    async render(request, context) {
      if (Date.now() >= knownHealthyUntil) await checkHealth(options, context.signal);
      context.progress(0.05, 'sent to the model');
      const prediction = await predict(options, request, context).catch((error: unknown) => {
        knownHealthyUntil = 0;
        throw error;
      });
      knownHealthyUntil = Date.now() + healthyMs;
      const image = await fetchOutput(options, outputImage(prediction), context.signal);
      const seconds = prediction.metrics?.predict_time;
      return { image, report: typeof seconds === 'number' ? { predictSeconds: seconds } : {} };
    },
    ready: (signal) => (Date.now() < knownHealthyUntil ? Promise.resolve(true) : isReady(options, signal)),
  };
}

/** A busy model is ready: its current prediction will end. */
async function isReady(options: CogOptions, signal: AbortSignal): Promise<boolean> {
  const { status, body } = await askHealth(options, signal).catch(() => ({ status: 0, body: noBody }));
  return isUnserved(status) || (status === 200 && isUp(body));
}

const noBody = Buffer.alloc(0);

const askHealth = (options: CogOptions, signal: AbortSignal): Promise<ProviderResponse> =>
  exchange(options, {
    method: 'GET',
    path: 'health-check',
    signal,
    timeoutMs: healthMs,
    maxResponseBytes: smallResponseBytes,
  });

/** A proxy may pass predictions only; then the prediction's own response decides. */
const isUnserved = (status: number) => status === 404 || status === 405;

async function checkHealth(options: CogOptions, signal: AbortSignal): Promise<void> {
  const response = await askHealth(options, signal).catch((cause: unknown) => {
    signal.throwIfAborted();
    // No prediction was sent, so every failure means unavailable.
    throw new ProviderError('unavailable', 'The model cannot be reached.', { cause });
  });
  if (isUnserved(response.status)) return;
  const failure =
    response.status === 200
      ? failureOfHealth(response.body)
      : failureOfStatus(response.status, retryAfterSeconds(response.headers));
  if (failure) throw failure;
}

async function predict(
  options: CogOptions,
  request: ProviderRequest,
  { signal, log }: ProviderContext,
): Promise<CogPrediction> {
  const id = `${request.renderId}-${randomBase62(8)}`;
  try {
    return readPrediction(await create(options, id, request, signal), log);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (signal.aborted || mayStillRun(error)) await cancel(options, id, log);
    signal.throwIfAborted();
    throw failureOfTransport(error);
  }
}

/** `PUT /predictions/{id}`; where only `POST /predictions` is served, that, with the id in the body. */
async function create(
  options: CogOptions,
  id: string,
  request: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderResponse> {
  const { traceparent } = request;
  const sent = { input: createCogInput(id, request), traceparent };
  const limits = { ...sent, signal, timeoutMs: options.timeoutMs, maxResponseBytes };
  const path = `predictions/${encodeURIComponent(id)}`;
  const response = await exchange(options, { method: 'PUT', path, ...limits });
  return isUnserved(response.status)
    ? exchange(options, { method: 'POST', path: 'predictions', ...limits })
    : response;
}

function readPrediction(response: ProviderResponse, log: Logger): CogPrediction {
  if (response.status !== 200 && response.status !== 201) {
    log.warn({ status: response.status, body: excerpt(response.body) }, 'cog refused the prediction');
    throw failureOfStatus(response.status, retryAfterSeconds(response.headers));
  }
  const prediction = parsePrediction(response.body);
  const failure = failureOfPrediction(prediction);
  if (!failure) return prediction;
  log.warn(
    { status: prediction.status, error: String(prediction.error).slice(0, 500) },
    'cog prediction failed',
  );
  throw failure;
}

/** Best effort: the container may have ended the prediction by itself when the connection closed. */
async function cancel(options: CogOptions, id: string, log: Logger): Promise<void> {
  await exchange(options, {
    method: 'POST',
    path: `predictions/${encodeURIComponent(id)}/cancel`,
    timeoutMs: cancelMs,
    maxResponseBytes: smallResponseBytes,
  }).catch((error: unknown) => log.warn({ err: error, predictionId: id }, 'cog prediction not cancelled'));
}

/** Returns the image itself; a URL may be relative to the container, and passes the same guard. */
async function fetchOutput(
  options: CogOptions,
  output: string | Buffer,
  signal: AbortSignal,
): Promise<Buffer> {
  if (typeof output !== 'string') return output;
  if (output.startsWith('data:')) return decodeOutputDataUrl(output);
  if (!URL.canParse(output, toBaseUrl(options))) {
    throw new ProviderError('failed', 'The model returned an invalid URL.');
  }
  return fetchWithRetries(signal, () => fetchUrl(options, new URL(output, toBaseUrl(options)), signal));
}

async function fetchUrl(options: CogOptions, url: URL, signal: AbortSignal): Promise<Buffer> {
  const response = await options.http
    .request(url.href, {
      method: 'GET',
      headers: url.origin === new URL(options.url).origin ? authorization(options) : {},
      timeoutMs: fetchMs,
      connectTimeoutMs: connectMs,
      maxResponseBytes: maxResponseBytes,
      signal,
    })
    .catch((error: unknown) => {
      signal.throwIfAborted();
      throw new ProviderError('failed', "The model's image could not be fetched.", { cause: error });
    });
  if (response.status === 200) return response.body;
  throw new ProviderError('failed', "The model's image could not be fetched.");
}

function exchange(
  options: CogOptions,
  { path, input, traceparent, ...rest }: Exchange,
): Promise<ProviderResponse> {
  const headers = { ...authorization(options), ...(traceparent && { traceparent }) };
  const content = input && {
    body: input.stream(),
    headers: {
      ...headers,
      'content-type': input.contentType,
      'content-length': String(input.contentLength),
    },
  };
  const url = new URL(path, toBaseUrl(options)).href;
  return options.http.request(url, { headers, ...content, connectTimeoutMs: connectMs, ...rest });
}

const toBaseUrl = ({ url }: CogOptions) => (url.endsWith('/') ? url : `${url}/`);

const authorization = ({ token }: CogOptions): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {};

const excerpt = (body: Buffer) => body.toString('utf8', 0, 500);
