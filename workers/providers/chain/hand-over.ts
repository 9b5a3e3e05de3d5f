import type { ChainProgress } from '../../../shared/renders/chain-progress.ts';

/** A provider of the chain that other workers serve. */
export interface ProviderElsewhere {
  name: string;
  elsewhere: true;
}

/** Thrown to hand the render over: the next provider of the chain is served by other workers. */
export class HandOver extends Error {
  override name = 'HandOver';
  readonly progress: Omit<ChainProgress, 'handOvers'>;

  constructor(progress: Omit<ChainProgress, 'handOvers'>) {
    super(`the next provider, ${progress.next}, has workers of its own`);
    this.progress = progress;
  }
}

/**
 * Finds the index in the chain at which a render continues. When a deploy removed its provider from the chain, no
 * provider after it can be known either: the chain has ended. A render whose prediction was lost with that
 * provider starts again from the first.
 */
export function findStartIndex(links: readonly { name: string }[], from: ChainProgress | undefined): number {
  if (!from) return 0;
  const index = links.findIndex(({ name }) => name === from.next);
  if (index !== -1) return index;
  return from.prediction ? 0 : links.length;
}
