/** What `npm test` tells a mocha process, as its only argument. */
export interface Assignment {
  files: string[];
  grep?: string;
  color: boolean;
  /** Only say which tests there are. */
  listOnly: boolean;
}

/** What a mocha process says on its IPC channel. */
export type Report =
  | { type: 'test'; title: string }
  | { type: 'done'; passed: number; failed: number; skipped: string[] }
  | { type: 'open'; handles: string[] };

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** The last line of `npm test`, which machines read too: `12 passed, 0 failed`. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
