import { merge } from '../add-up.ts';
import { counts } from '../print.ts';
import type { EventChaosResult } from './run-events.ts';

const shownFindings = 20;

/** Prints the result of one run, or of several added up. */
export function printEventResult(result: EventChaosResult, say: (line: string) => void): void {
  const { kills, events, deaths } = result;
  say(`\nKills: ${kills.total} (${counts(kills, 'total')}). Faults: ${counts(result.faults)}.`);
  say(`Processes: ${counts(deaths)}.`);
  say(
    `Events: ${events.reported} reported, of these ${events.accepted} accepted, ${events.refused} refused, ${events.unknown} unknown.`,
  );
  say(
    `In the database: ${counts(events.states)}. Calls: ${events.calls}, of these ${events.resent} sent again.`,
  );
  say(
    `At rest ${(result.restMs / 1000).toFixed(1)} s after the last fault; the run took ${result.seconds} s.\n`,
  );
  for (const { kind, what, id } of events.findings.slice(0, shownFindings)) {
    say(`${kind.toUpperCase()}: ${what} [event ${id}]`);
  }
  say(
    result.ok
      ? `Nothing lost, nothing wrongly dropped, nothing miscounted (seed ${result.seed}).`
      : `FAILED: run it again with --events --seed ${result.seed}; logs are in ${result.dataDir}.`,
  );
}

/** Several results as one: counts and lists are added, of two times at rest the longer one counts. */
export function addUpEvents(results: EventChaosResult[]): EventChaosResult {
  return results.reduce((a, b) => ({
    ...(merge(a, b) as EventChaosResult),
    seed: a.ok ? b.seed : a.seed,
    ok: a.ok && b.ok,
    restMs: Math.max(a.restMs, b.restMs),
  }));
}
