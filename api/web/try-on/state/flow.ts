import { type FlowStepView, type FlowView, maxLookItems } from '../../../../shared/try-on/contract.ts';
import type { AppState, LookEntry } from './app-state.ts';
import type { FlowPlace, FlowProgress, StepOutcome } from './flow-progress.ts';
import { lookKey, withEntry } from './look.ts';

/** Returns the flow from its beginning, or from the place where the shopper was in it. */
export function flowFrom(flow: FlowView, place: FlowPlace | null): FlowProgress {
  if (place && isPlaceIn(flow, place)) return { ...place, flow };
  return { flow, step: 0, picks: [], outcomes: flow.steps.map(() => null), isOver: false };
}

/** Returns false for a place that was kept when the flow had other steps, and for what is not one. */
function isPlaceIn({ steps }: FlowView, { step, picks, outcomes }: Partial<FlowPlace>): boolean {
  return Array.isArray(picks) && outcomes?.length === steps.length && steps[step ?? -1] !== undefined;
}

/** Returns the flow that leads the shopper now; null: all items are shown. */
export function activeFlow({ flow }: Pick<AppState, 'flow'>): FlowProgress | null {
  return flow && !flow.isOver ? flow : null;
}

export function getStep({ flow, step }: FlowProgress): FlowStepView {
  return flow.steps[step]!;
}

/** Returns the entries of the look that were chosen in a step. */
function pickedIn(look: LookEntry[], { picks }: FlowPlace, step: number): LookEntry[] {
  return look.filter(({ productId }) => picks.some(([id, at]) => id === productId && at === step));
}

/**
 * Returns the step that follows; null: none. Behind the last one come required steps whose items were removed again.
 */
export function nextStep({ look }: Pick<AppState, 'look'>, progress: FlowProgress): number | null {
  const { flow, step } = progress;
  if (step + 1 < flow.steps.length) return step + 1;
  const lacking = flow.steps.findIndex(
    ({ required, minItems }, index) =>
      index !== step && required && pickedIn(look, progress, index).length < minItems,
  );
  return lacking < 0 ? null : lacking;
}

/** Returns the reason why no item can be added: the look, or the step of the flow, is full; null: there is room. */
export function whyFull(state: AppState): 'look' | 'step' | null {
  if (state.replacing !== null) return null;
  const progress = activeFlow(state);
  if (progress) {
    const { maxItems } = getStep(progress);
    const picked = pickedIn(state.look, progress, progress.step).length;
    if (picked >= maxItems) return maxItems === 1 ? null : 'step';
  }
  return state.look.length >= maxLookItems ? 'look' : null;
}

/** Adds an item; where a step takes one, it takes the place of the one before. */
export function withAdded(state: AppState, entry: LookEntry): AppState {
  if (whyFull(state)) return state;
  const progress = activeFlow(state);
  if (!progress) return { ...state, look: withEntry(state.look, entry, state.replacing), replacing: null };
  const [before] = getStep(progress).maxItems === 1 ? pickedIn(state.look, progress, progress.step) : [];
  const replaced = state.replacing ?? (before ? lookKey(before) : null);
  const look = withEntry(state.look, entry, replaced);
  return { ...state, look, replacing: null, flow: withPicks(progress, [entry.productId], progress.step) };
}

/** Counts items that the look has already, such as that of the product page, to the step that shows them. */
export function withFound(state: AppState, productIds: ReadonlySet<string>): AppState {
  const progress = activeFlow(state);
  if (!progress) return state;
  const { step, picks } = progress;
  const room = getStep(progress).maxItems - pickedIn(state.look, progress, step).length;
  const found = state.look
    .map(({ productId }) => productId)
    .filter((id) => productIds.has(id) && !picks.some(([picked]) => picked === id));
  const counted = [...new Set(found)].slice(0, Math.max(0, room));
  return counted.length === 0 ? state : { ...state, flow: withPicks(progress, counted, step) };
}

function withPicks(progress: FlowProgress, productIds: string[], step: number): FlowProgress {
  const others = progress.picks.filter(([id]) => !productIds.includes(id));
  const picks = [...others, ...productIds.map((id): [string, number] => [id, step])];
  return { ...progress, picks, outcomes: withOutcome(progress, step, null) };
}

function withOutcome(
  { outcomes }: FlowPlace,
  step: number,
  outcome: StepOutcome | null,
): (StepOutcome | null)[] {
  return outcomes.map((before, index) => (index === step ? outcome : before));
}

/** Takes note that items of the look were removed: their steps are open again. */
export function withRemoved(state: AppState, look: LookEntry[]): AppState {
  const { flow } = state;
  if (!flow) return { ...state, look };
  const outcomes = flow.outcomes.map((outcome, step) =>
    pickedIn(look, flow, step).length === pickedIn(state.look, flow, step).length ? outcome : null,
  );
  return { ...state, look, flow: { ...flow, outcomes } };
}

/** Leaves the step that is shown, if it can be left so; behind the last one the flow is over. */
export function withStepLeft(state: AppState, outcome: StepOutcome): AppState {
  const progress = activeFlow(state);
  if (!progress || !canLeave(state.look, progress, outcome)) return state;
  const next = nextStep(state, progress);
  const outcomes = withOutcome(progress, progress.step, outcome);
  return { ...state, flow: { ...progress, outcomes, step: next ?? progress.step, isOver: next === null } };
}

/** A step is completed with enough items, and skipped without any where it is not required. */
export function canLeave(look: LookEntry[], progress: FlowProgress, outcome: StepOutcome): boolean {
  const { required, minItems } = getStep(progress);
  const picked = pickedIn(look, progress, progress.step).length;
  return outcome === 'completed' ? picked >= minItems : picked === 0 && !required;
}

/** Shows another step, if one is named. */
export function withStep(state: AppState, step = -1): AppState {
  const progress = activeFlow(state);
  return progress?.flow.steps[step] ? { ...state, flow: { ...progress, step } } : state;
}

/**
 * Restarts the flow that the embedding page asks for when it is over, with the items that the look still has of it; not
 * behind an image or the wait for one.
 */
export function withReopened(state: AppState): AppState {
  const { flow, screen, asked } = state;
  const isChoosing = screen === 'photo' || screen === 'items';
  return flow?.isOver && flow.flow.id === asked.flow && isChoosing
    ? { ...state, flow: { ...flow, step: 0, isOver: false } }
    : state;
}
