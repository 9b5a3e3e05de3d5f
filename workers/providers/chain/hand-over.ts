import type { ChainProgress } from '../../../shared/renders/chain-progress.ts';

/** A provider of the chain that other workers serve. */
export interface Elsewhere {
  name: string;
  elsewhere: true;
}

/** It is the turn of a provider that other workers serve; thrown to have the render handed over to them. */
export class HandOver extends Error {
  override name = 'HandOver';
  readonly progress: Omit<ChainProgress, 'handOvers'>;

  constructor(progress: Omit<ChainProgress, 'handOvers'>) {
    super(`the next provider, ${progress.next}, has workers of its own`);
    this.progress = progress;
  }
}

/**
 * The place in the chain at which a render goes on. A provider that a deploy took out of the chain
 * meanwhile has nobody after it either; one whose job was lost with it is as if it had not been asked.
 */
export function startOf(links: readonly { name: string }[], from: ChainProgress | undefined): number {
  if (!from) return 0;
  const index = links.findIndex(({ name }) => name === from.next);
  if (index !== -1) return index;
  return from.job ? 0 : links.length;
}
