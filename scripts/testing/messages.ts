/** The only argument that `npm test` passes to a mocha process. */
export interface Assignment {
  files: string[];
  grep?: string;
  color: boolean;
  /** Report which tests there are, and run none. */
  listOnly: boolean;
}

/** One test, or one check, that failed: printed again at the end of the run, where a shortened log still has it. */
export interface Failure {
  title: string;
  /** The error's message and stack, or another description. */
  why: string;
}

/** A test of a file, without running it. */
export interface ListedTest {
  file: string;
  fullTitle: string;
  /** Skipped by `it.skip` or `describe.skip`, or without a body. */
  pending: boolean;
}

/** Message of a mocha process on its IPC channel. */
export type Report =
  | { type: 'test'; title: string }
  | {
      type: 'done';
      passed: number;
      failures: Failure[];
      flaky: Failure[];
      skipped: string[];
      cpuSeconds: number;
    }
  | { type: 'list'; tests: ListedTest[] }
  | { type: 'open'; handles: string[] };

export interface Tally {
  passed: number;
  failures: Failure[];
  /** Failed first and passed when tried again, with the reason of the first: tests in browsers only. */
  flaky: Failure[];
  skipped: number;
}

export const nothingRun: Tally = { passed: 0, failures: [], flaky: [], skipped: 0 };

export function add(a: Tally, b: Tally): Tally {
  return {
    passed: a.passed + b.passed,
    failures: [...a.failures, ...b.failures],
    flaky: [...a.flaky, ...b.flaky],
    skipped: a.skipped + b.skipped,
  };
}

/** Returns the last line of `npm test`, which programs read too: `12 passed, 0 failed`. */
function summaryLine({ passed, failures, skipped }: Tally): string {
  return `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function listed(heading: string, failures: readonly Failure[]): string {
  const entries = failures.map(({ title, why }, index) => {
    const lines = why.split('\n').map((line) => `     ${line}`.trimEnd());
    return `  ${index + 1}) ${title}\n${lines.join('\n')}\n`;
  });
  return entries.length > 0 ? `\n── ${heading}\n\n${entries.join('\n')}` : '';
}

/** Returns the end of `npm test`: every failure again with its reason, then the summary alone on its line. */
export function closingWords(tally: Tally): string {
  const flaky = listed('Flaky: failed, then passed when tried again', tally.flaky);
  return `${flaky}${listed('Failed', tally.failures)}\n${summaryLine(tally)}`;
}
