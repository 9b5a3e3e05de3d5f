import type { Sample } from '../images.ts';
import type { LoadClient } from '../load/load.ts';
import { renderBudget } from '../render-budget.ts';
import type { Stage } from '../stage.ts';
import type { Subject } from '../subjects.ts';
import { type CostFigures, measureRenderCost } from './render-cost.ts';
import { orProblem } from './round.ts';

/** One row: what a render of a sample costs at a number of callers. */
export interface CostRow {
  sample: Sample['name'];
  callers: number;
  /** Of the ratio to the bare server, where one is committed. */
  budget?: number;
  /** Absent where the calls failed; `problem` says how. */
  taken?: CostFigures;
  problem?: string;
}

const renders: Record<Sample['name'], number> = { real: 40, tiny: 200 };

/** Measures both samples at one caller, at those of the budget and at fifty. */
export async function measureRenderCosts(options: {
  stage: Stage;
  client: LoadClient;
  subjects: [platform: Subject, bare: Subject];
  samples: Sample[];
  rounds: number;
  say: (line: string) => void;
}): Promise<CostRow[]> {
  const { budgetCallers, cpuRatio } = renderBudget;
  const rows: CostRow[] = [];
  for (const sample of options.samples) {
    for (const callers of [1, budgetCallers, 50]) {
      const requests = Math.max(callers, renders[sample.name]);
      const outcome = await orProblem(() => measureRenderCost({ ...options, sample, callers, requests }));
      const budget = callers === budgetCallers ? { budget: cpuRatio[sample.name] } : {};
      rows.push({ sample: sample.name, callers, ...budget, ...outcome });
      const shown = 'taken' in outcome ? `${outcome.taken.ratio.toFixed(2)} × bare` : outcome.problem;
      options.say(`cost: ${sample.name} × ${callers}: ${shown}`);
    }
  }
  return rows;
}
