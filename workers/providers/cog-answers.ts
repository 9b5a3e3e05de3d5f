import { type FailureClass, ProviderError } from './provider.ts';

/** What the wire says, before we believe any of it. */
export interface CogPrediction {
  status?: unknown;
  output?: unknown;
  error?: unknown;
  metrics?: { predict_time?: unknown } | null;
}

interface Verdict {
  failure: FailureClass;
  message: string;
  /** Seconds; only where the container is alive and will take work again by itself. */
  retryAfter?: number;
}

/** Statuses of `GET /health-check` other than READY (docs/http.md of replicate/cog). */
const healthVerdicts: Record<string, Verdict> = {
  STARTING: { failure: 'unavailable', message: 'The model is still starting.', retryAfter: 5 },
  BUSY: { failure: 'unavailable', message: 'The model is busy.', retryAfter: 1 },
  SETUP_FAILED: { failure: 'unavailable', message: 'The model failed to start.' },
  DEFUNCT: { failure: 'unavailable', message: 'The model has crashed.' },
  UNHEALTHY: { failure: 'unavailable', message: 'The model reports itself unhealthy.' },
};

/** HTTP statuses of a prediction other than 200. 409 means that every prediction slot is taken. */
const httpVerdicts: Record<number, Verdict> = {
  202: { failure: 'unavailable', message: 'The model answered before the image was ready.' },
  400: { failure: 'rejected', message: 'The model does not accept this input.' },
  401: { failure: 'unavailable', message: 'The model refuses our credentials.' },
  403: { failure: 'unavailable', message: 'The model refuses our credentials.' },
  404: { failure: 'unavailable', message: 'The model has no prediction endpoint.' },
  409: { failure: 'unavailable', message: 'The model is busy.', retryAfter: 1 },
  413: { failure: 'rejected', message: 'The model does not accept input of this size.' },
  422: { failure: 'rejected', message: 'The model does not accept this input.' },
  429: { failure: 'unavailable', message: 'The model takes no more work for now.' },
  502: { failure: 'unavailable', message: 'The model cannot be reached.' },
  503: { failure: 'unavailable', message: 'The model is not ready.' },
  504: { failure: 'unavailable', message: 'The model cannot be reached.' },
};

function verdictOfStatus(status: number): Verdict {
  const listed = httpVerdicts[status];
  if (listed) return listed;
  if (status >= 500) return { failure: 'failed', message: 'The model failed.' };
  if (status >= 400) return { failure: 'rejected', message: 'The model does not accept this input.' };
  return { failure: 'unavailable', message: 'The model answered in an unknown way.' };
}

/** The failure that an HTTP status stands for; `retryAfter` is the answer's own `Retry-After` in seconds. */
export function failureOfStatus(status: number, retryAfter: number | undefined): ProviderError {
  const verdict = verdictOfStatus(status);
  return toError(retryAfter === undefined ? verdict : { ...verdict, retryAfter });
}

/**
 * Why a container cannot take a prediction now; `undefined` when it can. A status we do not know is no
 * reason to stay away: the prediction's own answer decides then.
 */
export function failureOfHealth(body: Buffer): ProviderError | undefined {
  const status = statusOf(body);
  if (status === undefined) {
    return new ProviderError('unavailable', 'The model does not speak the Cog HTTP API.');
  }
  const verdict = typeof status === 'string' ? healthVerdicts[status] : undefined;
  return verdict && toError(verdict);
}

// Cog has no field for the reason of a failure: models report a safety filter only in the text.
const safetyWords = /\bnsfw\b|safety|content policy|moderation|inappropriate/i;

/** Why a prediction brought no image; `undefined` when it succeeded. */
export function failureOfPrediction(prediction: CogPrediction): ProviderError | undefined {
  if (prediction.status === 'succeeded') return undefined;
  if (prediction.status === 'canceled') return new ProviderError('failed', 'The prediction was cancelled.');
  if (prediction.status !== 'failed') {
    return new ProviderError('failed', 'The model answered without an image.');
  }
  if (typeof prediction.error === 'string' && safetyWords.test(prediction.error)) {
    return new ProviderError('rejected', 'The model refused this content for safety reasons.', {
      safety: true,
    });
  }
  return new ProviderError('failed', 'The model failed on this input.');
}

/** The one image of a prediction as data URL or URL; models with a list output give it as an array. */
export function outputUrl(prediction: CogPrediction): string {
  const output: unknown = Array.isArray(prediction.output) ? prediction.output[0] : prediction.output;
  if (typeof output === 'string' && output !== '') return output;
  throw new ProviderError('failed', 'The model answered without an image.');
}

/** The bytes of a base64 data URL, whatever type it claims: the worker looks at the bytes themselves. */
export function decodeDataUrl(url: string): Buffer {
  const comma = url.indexOf(',');
  if (comma < 0 || !url.slice(0, comma).endsWith(';base64')) {
    throw new ProviderError('failed', 'The model answered with a broken data URL.');
  }
  return Buffer.from(url.slice(comma + 1), 'base64');
}

/** The prediction of a 200 answer. @throws ProviderError `failed` when it is none. */
export function parsePrediction(body: Buffer): CogPrediction {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch (cause) {
    throw new ProviderError('failed', 'The model answered with something that is not JSON.', { cause });
  }
}

/** `undefined` for anything that is not a JSON object with a status. */
function statusOf(body: Buffer): unknown {
  try {
    return (JSON.parse(body.toString('utf8')) as { status?: unknown } | null)?.status;
  } catch {
    return undefined;
  }
}

function toError({ failure, message, retryAfter }: Verdict): ProviderError {
  return new ProviderError(failure, message, retryAfter === undefined ? {} : { retryAfter });
}
