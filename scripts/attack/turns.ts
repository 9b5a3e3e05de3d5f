import { sleep } from '../chaos/clock.ts';

/** Attacks and calm by turns: what else the machine does delays another caller in both alike. */
export interface Turns {
  /** Resolves when an attack of so many inputs may begin; attackers call it before each that `launch` does not make. */
  attack(inputs?: number): Promise<void>;
  /**
   * Makes an attack when it may begin. With a rate it resolves once the attack has begun: the next one does not wait for
   * its responses, so that a platform that is slow is not spared. Without, it resolves when the attack has ended.
   */
  launch(work: () => Promise<void>, inputs?: number): Promise<void>;
  /** Resolves when all launched attacks have ended. @throws the first of their errors */
  settle(): Promise<void>;
  /** The phase in which all of that time lies; undefined when it has parts of two. */
  getPhase(from: number, to: number): 'attack' | 'calm' | undefined;
}

export interface TurnLengths {
  attackMs: number;
  calmMs: number;
  /** At the beginning of a calm phase, what was sent before still keeps the platform busy. */
  settleMs: number;
}

/** One turn of attacks that has no end. */
export const withoutCalm: TurnLengths = { attackMs: Number.POSITIVE_INFINITY, calmMs: 0, settleMs: 0 };

export interface TurnOptions extends TurnLengths {
  /** Inputs a second of all attackers together; 0: each attack follows the response to the one before. */
  rate: number;
}

interface Phase {
  name: 'attack' | 'calm';
  from: number;
  to: number;
}

export function createTurns({ attackMs, calmMs, settleMs, rate }: TurnOptions): Turns {
  const phases: Phase[] = [{ name: 'attack', from: Date.now(), to: Number.POSITIVE_INFINITY }];
  const launched = new Set<Promise<void>>();
  let calm: Promise<void> | undefined;
  /** When the next input is due, on the clock of `performance`. */
  let due = 0;

  const calmDown = async () => {
    const from = Date.now();
    phases.at(-1)!.to = from;
    await sleep(settleMs + calmMs);
    const to = Date.now();
    phases.push({ name: 'calm', from: from + settleMs, to });
    phases.push({ name: 'attack', from: to, to: Number.POSITIVE_INFINITY });
    calm = undefined;
  };

  /** Catches up nothing that was missed, in calm or because this process was busy: that would be more than the rate. */
  const pace = async (inputs: number) => {
    const at = Math.max(due, performance.now());
    due = at + (inputs / rate) * 1000;
    await sleep(at - performance.now());
  };

  const attack = async (inputs = 1) => {
    if (rate > 0) await pace(inputs);
    if (!calm && Date.now() - phases.at(-1)!.from > attackMs) calm = calmDown();
    await calm;
  };

  return {
    attack,
    launch: async (work, inputs) => {
      await attack(inputs);
      if (rate === 0) return await work();
      const running = work();
      launched.add(running);
      // An error remains for `settle`.
      running.then(() => launched.delete(running)).catch(() => undefined);
    },
    settle: async () => {
      await Promise.all(launched);
    },
    getPhase: (from, to) => phases.find((phase) => phase.from <= from && to <= phase.to)?.name,
  };
}
