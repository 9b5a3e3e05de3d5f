import { type Recovery, spread } from './recovery.ts';
import type { ChaosResult } from './run.ts';

const shownFindings = 20;

/** Prints the result of one run, or of several added up. */
export function printResult(result: ChaosResult, say: (line: string) => void): void {
  const { kills, clients, invariants, deaths } = result;
  say(`\nKills: ${kills.total} (${counts(kills, 'total')}). Faults: ${counts(result.faults)}.`);
  say(`Processes: ${counts(deaths)}.`);
  say(`Renders: ${counts(result.renders)}.`);
  say(
    `Calls: ${clients.attempts}, of these ${clients.successes} certain successes, ${clients.failures} certain failures, ${clients.unknowns} unknown.`,
  );
  say(`At rest ${seconds(result.restMs)} after the last fault; the whole run took ${result.seconds} s.\n`);
  for (const [kind, recovery] of Object.entries(result.recovery)) say(recoveryLine(kind, recovery));
  for (const { kind, what, requestIds } of clients.findings.slice(0, shownFindings)) {
    say(`${kind.toUpperCase()}: ${what} [request ${requestIds.join(', ')}]`);
  }
  for (const { invariant, rule, offender, found, count } of invariants.problems) {
    say(`${invariant} ${rule}: ${offender} (${found}); ${count} in all`);
  }
  say(
    result.ok
      ? `\nNothing lost, nothing charged twice, no response that contradicts the ledger (seed ${result.seed}).`
      : `\nFAILED: run it again with --seed ${result.seed}; logs are in ${result.dataDir}.`,
  );
}

function recoveryLine(kind: string, { nextSuccess, affectedEnded }: Recovery): string {
  const row = (values: number[]) => {
    const { n, p50, p99, max } = spread(values);
    return `p50 ${seconds(p50)} p99 ${seconds(p99)} max ${seconds(max)} (${n})`;
  };
  return `${kind.padEnd(14)} next success ${row(nextSuccess)}; affected renders ended ${row(affectedEnded)}`;
}

export function counts(table: object, without?: string): string {
  return Object.entries(table)
    .filter(([name, count]) => name !== without && count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
