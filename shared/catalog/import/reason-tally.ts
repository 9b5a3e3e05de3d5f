import type { RowReport } from './import-catalog.ts';

export interface ReasonCount {
  reason: string;
  count: number;
}

const shownReasons = 3;
/** Different reasons that are counted; a file whose every row fails in its own way has one for each. */
const maxReasons = 1000;

/** Counts why rows failed and images are missing, so that an operator need not read the whole report. */
export function createReasonTally() {
  const counts = new Map<string, number>();
  const count = (reason: string) => {
    const known = counts.get(reason);
    if (known !== undefined || counts.size < maxReasons) counts.set(reason, (known ?? 0) + 1);
  };
  return {
    add({ outcome, reason, missing = [] }: RowReport): void {
      if (outcome === 'failed') count(reason ?? 'unknown');
      for (const image of missing) count(`image: ${image.reason}`);
    },
    commonest: (): ReasonCount[] =>
      [...counts]
        .map(([reason, total]) => ({ reason, count: total }))
        .sort((a, b) => b.count - a.count)
        .slice(0, shownReasons),
  };
}
