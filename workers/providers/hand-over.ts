import type { ChainProgress } from '../../shared/renders/chain-progress.ts';

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
