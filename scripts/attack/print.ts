import { counts } from '../chaos/print.ts';
import type { AttackResult } from './run.ts';

const shownFindings = 20;

/** Prints requests, responses, and each goal with its figure. */
export function printAttack(result: AttackResult, say: (line: string) => void): void {
  say('');
  for (const { group, sent, responses } of result.tallies)
    say(`${group}: ${sent} sent (${counts(responses)})`);
  const findings = result.tallies.flatMap(({ group, findings: found }) =>
    Object.entries(found).map(([finding, times]) => `${group}: ${finding} (${times} times)`),
  );
  for (const finding of findings.slice(0, shownFindings)) say(`FINDING ${finding}`);
  if (findings.length > shownFindings) say(`… and ${findings.length - shownFindings} more`);
  say('');
  for (const { ok, name, measured, wanted } of result.goals) {
    say(`${ok ? 'ok    ' : 'MISSED'} ${name}: ${measured} (goal: ${wanted})`);
  }
  say(
    result.ok
      ? `\nEvery goal was reached in ${result.seconds} s (seed ${result.seed}).`
      : `\nFAILED: run it again with --seed ${result.seed}; logs are in ${result.dataDir}.`,
  );
}

/** Prints the goals as the table of docs/security.md. */
export function printTable(
  { goals, tallies, seconds, rate, seed }: AttackResult,
  say: (line: string) => void,
): void {
  const sent = tallies.reduce((sum, tally) => sum + tally.sent, 0);
  const pace = rate > 0 ? `at most ${rate} a second` : 'each after the response to the last';
  say(
    `\n| Of ${sent.toLocaleString('en')} inputs in ${seconds} s, ${pace}, seed ${seed} | Goal | Measured |\n|---|---|---|`,
  );
  for (const { name, wanted, measured, ok } of goals) {
    say(`| ${name} | ${wanted} | ${ok ? measured : `**${measured}**`} |`);
  }
}
