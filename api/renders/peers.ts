import { findLostMembers } from '../../shared/installation/find-lost-members.ts';
import type { InstallationModel } from '../../shared/installation/installation-model.ts';

/** This API process among the others of its installation. */
export interface Peers {
  /** The id of this process. */
  self: string;
  /** Returns those of the processes that have stopped; takes a second for live ones and `silentMs` for others. */
  findLost(ids: Iterable<string>, signal?: AbortSignal): Promise<Set<string>>;
}

/** Four missed heartbeats. A retry waits so long before it joins a render; joining too early is harmless. */
const silentMs = 4_000;

export function createPeers(installations: InstallationModel, self: string): Peers {
  return {
    self,
    findLost: (ids, signal) => findLostMembers(installations, ids, { silentMs, signal }),
  };
}
