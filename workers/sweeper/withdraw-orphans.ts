import { findLostMembers } from '../../shared/installation/find-lost-members.ts';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import { endRender } from '../../shared/renders/end-render.ts';
import { renderFailures } from '../../shared/renders/failures.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { SweepDependencies } from './sweep-dependencies.ts';

/** Longer than an API process may stand still: its live callers would receive 503. */
const silentMs = 15_000;
const perPass = 500;

/**
 * Withdraws queued renders whose plain callers were connected to an API process that is lost. Processes are watched
 * in the background, so that no pass waits for a heartbeat.
 */
export function createWithdrawOrphans(dependencies: SweepDependencies): () => Promise<number> {
  const onError = throttledErrorLog(dependencies.log, 'Lost API processes');
  let lost: ReadonlySet<string> = new Set();
  let watching = false;

  function watch(processes: Set<string>): void {
    if (watching || processes.size === 0) return;
    watching = true;
    void findLostMembers(dependencies.database.installations, processes, { silentMs, pollMs: 1_000 })
      .then((found) => {
        lost = found;
      })
      .catch(onError)
      .finally(() => {
        watching = false;
      });
  }

  return async () => {
    const { database, config } = dependencies;
    const queued = await database.renders
      .find({ state: 'queued', 'caller.api': { $exists: true } }, { caller: 1 })
      .limit(perPass)
      .lean<RenderDoc[]>();
    const due = queued.filter(({ caller }) => lost.has(caller!.api));
    lost = new Set();
    watch(new Set(queued.map(({ caller }) => caller!.api)));
    const ended = await Promise.all(
      due.map(({ _id, caller }) =>
        endRender(database, config, _id, 'withdrawQueued', {
          guard: { 'caller.api': caller!.api },
          failure: renderFailures.callerLost,
        }),
      ),
    );
    return ended.filter(Boolean).length;
  };
}
