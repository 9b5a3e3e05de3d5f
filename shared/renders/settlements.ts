import {
  type RenderState,
  type TerminalState,
  type TransitionRule,
  terminalStates,
  transitions,
} from './states.ts';

/** The end of a hold: the credit is charged, or given back. */
export type Settlement = 'capture' | 'release';

const settlementOfHold = { captured: 'capture', released: 'release' } as const;

/**
 * Returns the settlement that the rows of the table into one state agree on.
 * @throws Error when they do not agree: after a crash, the state alone decides what becomes of a hold.
 */
export function settlementInto(rules: readonly TransitionRule[], state: RenderState): Settlement {
  const found = new Set<Settlement>();
  for (const { to, hold } of rules) {
    if (to === state && (hold === 'captured' || hold === 'released')) found.add(settlementOfHold[hold]);
  }
  const [only, other] = found;
  if (!only || other) throw new Error(`the transitions to "${state}" do not agree about its hold`);
  return only;
}

const settlements = new Map<TerminalState, Settlement>(
  terminalStates.map((state) => [state, settlementInto(Object.values(transitions), state)]),
);

/** Returns the settlement of a render's hold by its final state, as the table says. */
export function getSettlement(state: TerminalState): Settlement {
  return settlements.get(state)!;
}
