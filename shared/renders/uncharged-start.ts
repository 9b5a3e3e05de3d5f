import type { RenderDoc } from './render-model.ts';
import type { EndingName } from './states.ts';

/** The fields of a render that decide whether it counts. */
export type EndedRender = Pick<
  RenderDoc,
  'ending' | 'fence' | 'failure' | 'createdAt' | 'deadlineAt' | 'endedAt' | 'tryOn'
> &
  // Mongoose saves no empty object.
  Partial<Pick<RenderDoc, 'timings'>>;

/**
 * Returns true by ending if the caller caused a render to end without a charge after a provider may have worked for it.
 * All other endings are our fault and never use up what an account may start.
 */
const causedByCaller: Record<EndingName, (render: EndedRender) => boolean> = {
  succeed: () => false,
  refuse: () => false,
  abandon: () => false,
  exhaust: () => false,
  withdraw: () => false,
  withdrawQueued: () => false,
  cancel: () => true,
  abandonQueued: () => true,
  expire: hasShortenedDeadline,
  fail: (render) => render.failure?.safety === true || hasShortenedDeadline(render),
};

/** The share of the time until the deadline that a caller may use for its body and images without shortening it. */
const maxIntakeShare = 0.1;

/** The deadline is counted from the first byte: who sends slowly enough leaves the provider too little time. */
function hasShortenedDeadline({ timings, createdAt, deadlineAt, endedAt }: EndedRender): boolean {
  if (!endedAt || endedAt < deadlineAt) return false;
  const intakeMs = timings?.intake ?? 0;
  const wholeMs = intakeMs + deadlineAt.getTime() - createdAt.getTime();
  return intakeMs > wholeMs * maxIntakeShare;
}

/** Returns true if a worker has claimed it: from then on a provider may have been called, and may bill for it. */
const mayHaveReachedProvider = ({ fence }: Pick<RenderDoc, 'fence'>) => fence > 0;

/**
 * Returns true if an ended render counts as an uncharged start of its account. A try-on never does: its shopper is not
 * the account, and is bounded by the caps of the store.
 */
export function isUnchargedStart(render: EndedRender): boolean {
  if (render.tryOn || !render.ending || !mayHaveReachedProvider(render)) return false;
  return causedByCaller[render.ending](render);
}
