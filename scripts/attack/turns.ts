import { sleep } from '../chaos/clock.ts';

/** Attacks and calm by turns: what else the machine does delays another caller in both alike. */
export interface Turns {
  /** Resolves when the next attack may begin; attackers call it before each. */
  attack(): Promise<void>;
  /** The phase in which all of that time lies; undefined when it has parts of two. */
  getPhase(from: number, to: number): 'attack' | 'calm' | undefined;
}

export interface TurnLengths {
  attackMs: number;
  calmMs: number;
  /** At the beginning of a calm phase, what was sent before still keeps the platform busy. */
  settleMs: number;
}

interface Phase {
  name: 'attack' | 'calm';
  from: number;
  to: number;
}

export function createTurns({ attackMs, calmMs, settleMs }: TurnLengths): Turns {
  const phases: Phase[] = [{ name: 'attack', from: Date.now(), to: Number.POSITIVE_INFINITY }];
  let calm: Promise<void> | undefined;

  const calmDown = async () => {
    const from = Date.now();
    phases.at(-1)!.to = from;
    await sleep(settleMs + calmMs);
    const to = Date.now();
    phases.push({ name: 'calm', from: from + settleMs, to });
    phases.push({ name: 'attack', from: to, to: Number.POSITIVE_INFINITY });
    calm = undefined;
  };

  return {
    attack: async () => {
      if (!calm && Date.now() - phases.at(-1)!.from > attackMs) calm = calmDown();
      await calm;
    },
    getPhase: (from, to) => phases.find((phase) => phase.from <= from && to <= phase.to)?.name,
  };
}
