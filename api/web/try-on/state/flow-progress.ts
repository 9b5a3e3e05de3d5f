import type { FlowView } from '../../../../shared/try-on/contract.ts';

/** How a shopper has left a step. */
export type StepOutcome = 'completed' | 'skipped';

/** Where a shopper is in a flow: what a reload finds again. */
export interface FlowPlace {
  /** Index of the step that is shown. */
  step: number;
  /** In which step each product was chosen, by product id: a change of its options does not matter. */
  picks: [productId: string, step: number][];
  /** Of each step; null: not left yet, or its items have changed since. */
  outcomes: (StepOutcome | null)[];
  /** The last step was left, or the shopper has gone on to all items. */
  isOver: boolean;
}

/** A guided flow and the shopper's place in it. */
export interface FlowProgress extends FlowPlace {
  flow: FlowView;
}
