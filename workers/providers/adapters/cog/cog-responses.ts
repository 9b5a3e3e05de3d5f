import { refusedForSafety, type StatusFailure, toProviderError } from '../../http/status-failure.ts';
import { liftImage } from '../../images/lifted-image.ts';
import { ProviderError } from '../../provider.ts';

/** A prediction as received, not yet checked. */
export interface CogPrediction {
  status?: unknown;
  output?: unknown;
  error?: unknown;
  metrics?: { predict_time?: unknown } | null;
  /** An image that was removed before parsing; `mark` is in its place. */
  lifted?: { mark: string; bytes: Buffer };
}

/** Statuses of `GET /health-check` other than READY (docs/http.md of replicate/cog). */
const healthFailures: Record<string, StatusFailure> = {
  STARTING: { failure: 'unavailable', message: 'The model is still starting.', retryAfter: 5 },
  BUSY: { failure: 'unavailable', message: 'The model is busy.', retryAfter: 1 },
  SETUP_FAILED: { failure: 'unavailable', message: 'The model failed to start.' },
  DEFUNCT: { failure: 'unavailable', message: 'The model has crashed.' },
  UNHEALTHY: { failure: 'unavailable', message: 'The model reports itself unhealthy.' },
};

/**
 * Returns the reason why a container cannot accept a prediction now; `undefined` if it can. With an unknown status the
 * prediction is sent, and its own response decides.
 */
export function failureOfHealth(body: Buffer): ProviderError | undefined {
  const status = parseStatus(body);
  if (status === undefined) {
    return new ProviderError('unavailable', 'The model does not speak the Cog HTTP API.');
  }
  const failure = typeof status === 'string' ? healthFailures[status] : undefined;
  return failure && toProviderError(failure);
}

/** Returns true if the model of a container is loaded and alive; an unknown status counts as alive. */
export function isUp(body: Buffer): boolean {
  const status = parseStatus(body);
  return status === 'BUSY' || (typeof status === 'string' && !Object.hasOwn(healthFailures, status));
}

// Cog has no field for the reason of a failure: models report a safety filter only in the text.
const safetyWords = /\bnsfw\b|safety|content policy|moderation|inappropriate/i;

/** Returns the reason why a prediction has no image; `undefined` if it succeeded. */
export function failureOfPrediction(prediction: CogPrediction): ProviderError | undefined {
  if (prediction.status === 'succeeded') return undefined;
  if (prediction.status === 'canceled') return new ProviderError('failed', 'The prediction was cancelled.');
  if (prediction.status !== 'failed') {
    return new ProviderError('failed', 'The model returned no image.');
  }
  if (typeof prediction.error === 'string' && safetyWords.test(prediction.error)) {
    return refusedForSafety();
  }
  return new ProviderError('failed', 'The model failed on this input.');
}

/** Returns the one image of a prediction as bytes, data URL or URL; models with a list output return an array. */
export function outputImage(prediction: CogPrediction): string | Buffer {
  const output = firstOutput(prediction);
  if (prediction.lifted && output === prediction.lifted.mark) return prediction.lifted.bytes;
  if (typeof output === 'string' && output !== '') return output;
  throw new ProviderError('failed', 'The model returned no image.');
}

function firstOutput({ output }: CogPrediction): unknown {
  return Array.isArray(output) ? output[0] : output;
}

/** Parses the prediction of a 200 response. @throws ProviderError `failed` when it is not JSON. */
export function parsePrediction(body: Buffer): CogPrediction {
  try {
    const { json, mark, bytes } = liftImage(body);
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== 'object' || parsed === null) return {};
    return mark !== undefined && bytes ? { ...parsed, lifted: { mark, bytes } } : parsed;
  } catch (cause) {
    throw new ProviderError('failed', 'The model returned a response that is not valid JSON.', { cause });
  }
}

/** Returns `undefined` for anything that is not a JSON object with a status. */
function parseStatus(body: Buffer): unknown {
  try {
    return (JSON.parse(body.toString('utf8')) as { status?: unknown } | null)?.status;
  } catch {
    return undefined;
  }
}
