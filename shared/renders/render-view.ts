import { endingError } from './ending-error.ts';
import type { RenderDoc } from './render-model.ts';
import { isTerminal, type RenderState } from './states.ts';

/** What the owner of a render sees of it, besides the result. */
export interface RenderView {
  id: string;
  state: RenderState;
  /** 1 for the next one to start; only while it is queued. */
  queuePosition?: number;
  createdAt: string;
  startedAt?: string;
  endedAt?: string;
  deadlineAt: string;
  /** Milliseconds. */
  timings: RenderDoc['timings'];
  /** Why there is no result: the Error object. */
  error?: object;
}

export function renderView(render: RenderDoc, queuePosition?: number): RenderView {
  const failed = isTerminal(render.state) && render.state !== 'succeeded';
  return {
    id: render._id,
    state: render.state,
    ...(queuePosition ? { queuePosition } : {}),
    createdAt: render.createdAt.toISOString(),
    ...(render.startedAt ? { startedAt: render.startedAt.toISOString() } : {}),
    ...(render.endedAt ? { endedAt: render.endedAt.toISOString() } : {}),
    deadlineAt: render.deadlineAt.toISOString(),
    timings: render.timings,
    ...(failed ? { error: endingError(render).toBody() } : {}),
  };
}

/** `products` of the specification's render response. */
export function productResults(render: RenderDoc): { index: number; fidelity: string; storeSlug?: string }[] {
  return render.products.map(({ fidelity, storeSlug }, index) => ({
    index,
    fidelity,
    ...(storeSlug ? { storeSlug } : {}),
  }));
}
