import { createHash } from 'node:crypto';
import type Joi from 'joi';
import type { Prediction } from '../../../shared/renders/chain-progress.ts';
import { withinTime } from '../http/provider-http.ts';
import { aspectName, resolutionName } from '../images/aspect-shapes.ts';
import type { Size } from '../images/canvas.ts';
import type { ModelInput } from '../images/model-input.ts';
import type { ProviderContext, ProviderImage } from '../provider.ts';
import { JobLost } from './queued-prediction.ts';

/** A job in a vendor's queue: how it is submitted, followed and found again. */
export interface PredictionOrder<Ref extends object, Ended> {
  /** From `predictionKey`. */
  key: string;
  /** What is written down of a job. */
  ref: Joi.ObjectSchema<Ref>;
  /** Longest time from its submission to its end, in milliseconds. */
  timeoutMs: number;
  /** False for a job that must not be written down: its URLs are of another host, or hold a secret. */
  mayKeep(ref: Ref): boolean;
  /** `ended` where the vendor's first answer was the last. */
  submit(): Promise<{ ref: Ref; ended?: Ended }>;
  /**
   * Waits for its end. Of a job that was taken over a 404 means that the vendor does not know it.
   * @throws JobLost when the vendor does not know it.
   */
  follow(ref: Ref, context: FollowContext): Promise<Ended>;
}

export type FollowContext = ProviderContext & { takenOver: boolean };

export interface SubmittedPrediction<Ref, Ended> {
  ref: Ref;
  ended: Ended;
  takenOver: boolean;
}

/** A job that is taken over shortly before its time is up may have ended meanwhile: it is paid for. */
const leastMs = 30_000;

/** Milliseconds for which a job is still waited for; the clocks of two workers may differ a little. */
export function timeLeft(
  { submittedAt }: Pick<Prediction, 'submittedAt'>,
  timeoutMs: number,
  nowMs: number,
): number {
  const spentMs = Math.max(0, nowMs - submittedAt.getTime());
  return Math.max(Math.min(leastMs, timeoutMs), timeoutMs - spentMs);
}

/**
 * The end of the job that an earlier worker of this render submitted, or else of a new one: a worker that is
 * killed while it waits does not have the image made and billed twice. A job that failed fails this try.
 */
export async function submitOrResume<Ref extends object, Ended>(
  order: PredictionOrder<Ref, Ended>,
  context: ProviderContext,
): Promise<SubmittedPrediction<Ref, Ended>> {
  const { signal, jobs, log } = context;
  const taken = await takeOver(order, context);
  if (taken) return taken;
  signal.throwIfAborted();
  const { ref, ended } = await order.submit();
  if (ended !== undefined) return { ref, ended, takenOver: false };
  if (jobs && order.mayKeep(ref)) {
    await jobs.keep({ key: order.key, submittedAt: new Date(), ref });
  } else if (jobs) log.warn('a job with such URLs is not written down');
  return { ref, ended: await order.follow(ref, { ...context, takenOver: false }), takenOver: false };
}

async function takeOver<Ref extends object, Ended>(
  { key, ref: schema, timeoutMs, follow }: PredictionOrder<Ref, Ended>,
  context: ProviderContext,
): Promise<SubmittedPrediction<Ref, Ended> | undefined> {
  const { signal, log, jobs } = context;
  const kept = jobs?.take(key);
  if (!kept) return undefined;
  const { value, error } = schema.validate(kept.ref, { convert: false });
  if (error) return undefined;
  const ref = value as Ref;
  const leftMs = timeLeft(kept, timeoutMs, Date.now());
  log.info({ submittedAt: kept.submittedAt }, 'going on with the job of an earlier worker');
  try {
    const ended = await withinTime(leftMs, signal, (inner) =>
      follow(ref, { ...context, signal: inner, takenOver: true }),
    );
    return { ref, ended, takenOver: true };
  } catch (failure) {
    if (!(failure instanceof JobLost)) throw failure;
    log.warn('the provider does not know the job of an earlier worker; it is submitted anew');
    return undefined;
  }
}

/** The key of an order for an edit that is asked for by names of aspect and resolution. */
export const editKey = (
  endpoint: readonly [url: string, model: string],
  { prompt, images, shape }: Pick<ModelInput<Size>, 'prompt' | 'images' | 'shape'>,
  output: Size,
): string => predictionKey([...endpoint, prompt, aspectName(shape), resolutionName(output)], images);

/** Tells one order from another; `what` is everything besides the images, in a fixed order. */
export function predictionKey(what: readonly unknown[], images: readonly ProviderImage[]): string {
  const hash = createHash('sha256').update(JSON.stringify(what));
  for (const { bytes } of images) hash.update(createHash('sha256').update(bytes).digest());
  return hash.digest('hex');
}
