import { createHash } from 'node:crypto';
import type Joi from 'joi';
import type { Size } from '../../../shared/images/output.ts';
import type { Prediction } from '../../../shared/renders/chain-progress.ts';
import { withinTime } from '../http/provider-http.ts';
import { aspectName, resolutionName } from '../images/aspect-shapes.ts';
import type { ModelInput } from '../images/model-input.ts';
import type { ProviderContext, ProviderImage } from '../provider.ts';
import { PredictionLost } from './queued-prediction.ts';

/** The steps of a prediction in a vendor's queue: submitting, following and resuming it. */
export interface PredictionPlan<Ref extends object, Ended> {
  /** From `predictionKey`. */
  key: string;
  /** The shape of what is saved of a prediction. */
  ref: Joi.ObjectSchema<Ref>;
  /** Maximum time from its submission to its end, in milliseconds. */
  timeoutMs: number;
  /** False for one that must not be saved: its URLs are of another host, or contain a secret. */
  maySave(ref: Ref): boolean;
  /** `ended` when the vendor's first response is already the result. */
  submit(): Promise<{ ref: Ref; ended?: Ended }>;
  /**
   * Waits for its end. For a prediction that was taken over, 404 means that the vendor does not know it.
   * @throws PredictionLost when the vendor does not know it.
   */
  follow(ref: Ref, context: FollowContext): Promise<Ended>;
}

export type FollowContext = ProviderContext & { takenOver: boolean };

export interface SubmittedPrediction<Ref, Ended> {
  ref: Ref;
  ended: Ended;
  takenOver: boolean;
}

/** One that is taken over shortly before its time is up may have ended meanwhile, and it is paid for. */
const minLeftMs = 30_000;

/** Returns the milliseconds left to wait for a prediction; the clocks of two workers may differ a little. */
export function timeLeft(
  { submittedAt }: Pick<Prediction, 'submittedAt'>,
  timeoutMs: number,
  nowMs: number,
): number {
  const spentMs = Math.max(0, nowMs - submittedAt.getTime());
  return Math.max(Math.min(minLeftMs, timeoutMs), timeoutMs - spentMs);
}

/**
 * Returns the end of the prediction that an earlier worker of this render submitted, else of a new one: when
 * a worker is killed while it waits, the image is not made and billed twice. A prediction that failed fails
 * this try.
 */
export async function submitOrResume<Ref extends object, Ended>(
  plan: PredictionPlan<Ref, Ended>,
  context: ProviderContext,
): Promise<SubmittedPrediction<Ref, Ended>> {
  const { signal, predictions, log } = context;
  const resumed = await resume(plan, context);
  if (resumed) return resumed;
  signal.throwIfAborted();
  const { ref, ended } = await plan.submit();
  if (ended !== undefined) return { ref, ended, takenOver: false };
  if (predictions && plan.maySave(ref)) {
    await predictions.save({ key: plan.key, submittedAt: new Date(), ref });
  } else if (predictions) log.warn('prediction not saved: its URLs are of another host or contain a secret');
  return { ref, ended: await plan.follow(ref, { ...context, takenOver: false }), takenOver: false };
}

async function resume<Ref extends object, Ended>(
  { key, ref: schema, timeoutMs, follow }: PredictionPlan<Ref, Ended>,
  context: ProviderContext,
): Promise<SubmittedPrediction<Ref, Ended> | undefined> {
  const { signal, log, predictions } = context;
  const saved = predictions?.takeSaved(key);
  if (!saved) return undefined;
  const { value, error } = schema.validate(saved.ref, { convert: false });
  if (error) return undefined;
  const ref = value as Ref;
  const leftMs = timeLeft(saved, timeoutMs, Date.now());
  log.info({ submittedAt: saved.submittedAt }, 'resuming the prediction of an earlier worker');
  try {
    const ended = await withinTime(leftMs, signal, (inner) =>
      follow(ref, { ...context, signal: inner, takenOver: true }),
    );
    return { ref, ended, takenOver: true };
  } catch (failure) {
    if (!(failure instanceof PredictionLost)) throw failure;
    log.warn('the provider does not know the prediction of an earlier worker; submitting a new one');
    return undefined;
  }
}

/** Returns the key of an edit whose size is given by the names of an aspect and a resolution. */
export const editKey = (
  endpoint: readonly [url: string, model: string],
  { prompt, images, shape }: Pick<ModelInput<Size>, 'prompt' | 'images' | 'shape'>,
  output: Size,
): string => predictionKey([...endpoint, prompt, aspectName(shape), resolutionName(output)], images);

/** Equal only for equal input; `what` is everything besides the images, in a fixed order. */
export function predictionKey(what: readonly unknown[], images: readonly ProviderImage[]): string {
  const hash = createHash('sha256').update(JSON.stringify(what));
  for (const { bytes } of images) hash.update(createHash('sha256').update(bytes).digest());
  return hash.digest('hex');
}
