import { flowProperties } from '../../actions/flow-opening.ts';
import type { AppState } from '../../state/app-state.ts';
import { nextStep } from '../../state/flow.ts';
import type { FlowProgress, StepOutcome } from '../../state/flow-progress.ts';
import { type App, useApp } from '../../ui/app-context.ts';

/** Actions on the current step. */
export interface FlowActions {
  /** Continues with the items that were chosen; the last step continues to the image. */
  complete(): void;
  /** Continues without an item. */
  skip(): void;
  /** To all items of the store. */
  exit(): void;
}

type Needs = Pick<App, 'dispatch' | 'track'> & {
  renders: Pick<App['renders'], 'start'>;
  state: Pick<AppState, 'look'>;
};

const events = { completed: 'Flow Step Completed', skipped: 'Flow Step Skipped' } as const;

export function createFlowActions(
  { dispatch, track, renders, state }: Needs,
  progress: FlowProgress,
): FlowActions {
  const leave = (outcome: StepOutcome) => {
    const isLast = nextStep(state, progress) === null;
    // A shopper who has gone back, and changes nothing, does not complete the step a second time.
    if (progress.outcomes[progress.step] !== outcome) track(events[outcome], flowProperties(progress));
    // The wait is shown first: the way back in the history leads from there to the items.
    if (isLast && state.look.length > 0) void renders.start();
    dispatch({ type: 'flow-step-left', outcome });
  };
  return {
    complete: () => leave('completed'),
    skip: () => leave('skipped'),
    exit() {
      track('Flow Exited', flowProperties(progress));
      dispatch({ type: 'flow-left' });
    },
  };
}

export function useFlowActions(progress: FlowProgress): FlowActions {
  return createFlowActions(useApp(), progress);
}
