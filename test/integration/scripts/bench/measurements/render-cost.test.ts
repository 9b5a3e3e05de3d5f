import { expect } from 'chai';
import { makeSamples } from '../../../../../scripts/bench/images.ts';
import { type LoadClient, startLoadClient } from '../../../../../scripts/bench/load/load.ts';
import {
  type CostFigures,
  measureRenderCost,
} from '../../../../../scripts/bench/measurements/render-cost.ts';
import { renderBudget } from '../../../../../scripts/bench/render-budget.ts';
import { type Stage, setStage, withCountedCommands } from '../../../../../scripts/bench/stage.ts';
import { type Subject, startSubjects } from '../../../../../scripts/bench/subjects.ts';
import { closingInReverse } from '../../../../../scripts/platform/closing.ts';

const requests = { tiny: 40, real: 16 };

/** One more command for each render is above it, a heartbeat on a slow machine is not. */
const tolerance = 0.7;

/** Six processes start, and then work beside whatever else the machine does. */
const patientMs = 900_000;

describe('the cost of a render, beside the bare server', function () {
  this.timeout(patientMs);
  const closing = closingInReverse();
  let stage: Stage;
  let client: LoadClient;
  let subjects: [Subject, Subject];

  before(async () => {
    const stops = { first: new Promise<never>(() => undefined), request: () => undefined };
    stage = withCountedCommands(await setStage({ closing, stops, say: () => undefined, profile: undefined }));
    client = await startLoadClient();
    closing.add(client.close);
    subjects = await startSubjects(stage, { accounts: 1, workers: true });
  });
  after(() => closing.close());

  for (const name of ['tiny', 'real'] as const) {
    it(`is within the committed budget of CPU time and database commands for ${name} images`, async () => {
      const sample = (await makeSamples()).find((each) => each.name === name)!;
      const figures = await measureRenderCost({
        stage,
        client,
        subjects,
        sample,
        callers: renderBudget.budgetCallers,
        requests: requests[name],
        rounds: 4,
        // CPU time varies; of a regression no round is within the budget.
        enough: ({ ratio }) => ratio <= renderBudget.cpuRatio[name],
      });
      expect(figures.ratio).to.be.within(0.3, renderBudget.cpuRatio[name]);
      expectCommands(figures);
    });
  }
});

function expectCommands({ sent }: CostFigures): void {
  for (const side of ['api', 'worker'] as const) {
    const budget: Record<string, number> = renderBudget.mongo[side];
    for (const [command, count] of Object.entries(sent[side].mongo)) {
      expect(count, `${side}: ${command}`).to.be.at.most((budget[command] ?? 0) + tolerance);
    }
  }
}
