import type { FlowView } from '../../../../shared/try-on/contract.ts';

/** Way in which a shopper left a step. */
export type StepOutcome = 'completed' | 'skipped';

/** Position of a shopper in a flow, restored after a reload. */
export interface FlowPlace {
  /** Index of the step that is shown. */
  step: number;
  /** In which step each product was chosen, by product id: a change of its options does not matter. */
  picks: [productId: string, step: number][];
  /** Of each step; null: not left yet, or its items have changed since. */
  outcomes: (StepOutcome | null)[];
  /** The last step was left, or the shopper has continued to all items. */
  isOver: boolean;
}

/** A guided flow and the shopper's place in it. */
export interface FlowProgress extends FlowPlace {
  flow: FlowView;
}
