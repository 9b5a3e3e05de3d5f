import { setTimeout as delay } from 'node:timers/promises';
import { getDriver } from '../mongodb/driver.ts';
import { type InstallationModel, theInstallation } from './installation-model.ts';

export interface LostMembersOptions {
  /** Time without a heartbeat after which a member counts as lost. */
  silentMs: number;
  signal?: AbortSignal | undefined;
  pollMs?: number;
}

/** Two reads further apart than this prove no silence: the database may have been away, for the member too. */
const maxGapMs = 2_000;

/**
 * Returns those of the members that have stopped: watches their heartbeats until each has changed, or has stayed the
 * same for `silentMs`. No clock of another machine is compared, and an outage of the database makes no member silent. A
 * paused process counts as lost until it continues, so what is done to a lost one must be harmless to a live one.
 * @throws the error of the database, or the reason of the signal
 */
export async function findLostMembers(
  installations: InstallationModel,
  ids: Iterable<string>,
  { silentMs, signal, pollMs = 250 }: LostMembersOptions,
): Promise<Set<string>> {
  const undecided = new Set(ids);
  const lost = new Set<string>();
  if (undecided.size === 0) return lost;
  const first = await readBeats(installations);
  let readAt = performance.now();
  let since = readAt;
  for (;;) {
    await delay(pollMs, undefined, signal && { signal });
    const askedAt = performance.now();
    const beats = await readBeats(installations);
    if (performance.now() - readAt > maxGapMs) since = performance.now();
    readAt = performance.now();
    for (const id of undecided) {
      const silent = beats.get(id) === first.get(id);
      if (silent && askedAt - since < silentMs) continue;
      undecided.delete(id);
      if (silent) lost.add(id);
    }
    if (undecided.size === 0) return lost;
  }
}

/** Member id → its newest heartbeat. One that has left or was never there has none. */
async function readBeats(installations: InstallationModel): Promise<Map<string, number>> {
  const found = await getDriver(installations).findOne(theInstallation, { projection: { members: 1 } });
  return new Map(Object.entries(found?.members ?? {}).map(([id, until]) => [id, until.getTime()]));
}
