import type { Config } from '../config/variables.ts';
import { type CreditModels, settleHold } from '../credits/credits.ts';
import { failpoint } from '../failpoints.ts';
import { renderEnded } from '../metrics/measurements.ts';
import { hourMs } from '../time.ts';
import type { RenderDoc, RenderFailure, RenderModel, RenderTimings, StoredImage } from './render-model.ts';
import { getSettlement } from './settlements.ts';
import { getSimulation } from './simulations.ts';
import { type EndingName, isTerminal, transitions } from './states.ts';
import { type TransitionChange, transition } from './transition.ts';
import { isUnchargedStart } from './uncharged-start.ts';

export type Retention = Pick<Config, 'RETAIN_INPUT_HOURS' | 'RETAIN_OUTPUT_HOURS' | 'RETAIN_RENDER_DAYS'>;

/** The collections that an end of a render writes to. */
export interface RenderModels extends CreditModels {
  renders: RenderModel;
}

export interface Ending {
  guard?: NonNullable<TransitionChange['guard']>;
  failure?: RenderFailure;
  result?: StoredImage & { provider: string };
  report?: Record<string, unknown>;
  timings?: RenderTimings;
  now?: Date;
}

/**
 * Ends a render by one transition and settles its hold as the table says; returns the ended render, or
 * null when another process decided first. An ending without a result frees its idempotency key, so that
 * a retry starts a new render.
 */
export async function endRender(
  database: RenderModels,
  retention: Retention,
  renderId: string,
  name: EndingName,
  ending: Ending = {},
): Promise<RenderDoc | null> {
  const now = ending.now ?? new Date();
  const succeeded = transitions[name].to === 'succeeded';
  const hoursLater = (hours: number) => new Date(now.getTime() + hours * hourMs);
  const render = await transition(database.renders, renderId, name, {
    ...(ending.guard ? { guard: ending.guard } : {}),
    set: {
      endedAt: now,
      ending: name,
      inputsUntil: hoursLater(retention.RETAIN_INPUT_HOURS),
      // A worker killed just before it lost the decision may have left an output; no caller can fetch it.
      outputUntil: hoursLater(succeeded ? retention.RETAIN_OUTPUT_HOURS : retention.RETAIN_INPUT_HOURS),
      keepUntil: hoursLater(24 * retention.RETAIN_RENDER_DAYS),
      ...(ending.failure ? { failure: ending.failure } : {}),
      ...(ending.result ? { result: ending.result } : {}),
      ...(ending.report ? { report: ending.report } : {}),
      ...timingsPaths(ending.timings),
    },
    unset: { lease: 1, ...(succeeded ? {} : { idempotency: 1 }) },
  });
  if (!render) return null;
  // A failure that was asked for says nothing about the service.
  if (!getSimulation(render))
    renderEnded.publish({ state: transitions[name].to, provider: render.result?.provider });
  failpoint('render.after-decision');
  await settleRender(database, render, now);
  return render;
}

/** Captures or releases the hold of an ended render; does nothing when it is open or already settled. */
export async function settleRender(
  database: CreditModels,
  render: RenderDoc,
  now = new Date(),
): Promise<void> {
  if (!render.holdId || !isTerminal(render.state)) return;
  await settleHold(database, {
    account: render.account,
    holdId: render.holdId,
    renderId: render._id,
    keyId: render.keyId,
    outcome: getSettlement(render.state),
    unchargedStart: isUnchargedStart(render),
    at: now,
  });
}

function timingsPaths(timings: RenderTimings = {}): Record<string, number> {
  return Object.fromEntries(Object.entries(timings).map(([part, ms]) => [`timings.${part}`, ms]));
}
