import { expect } from 'chai';
import { type PlannedFault, stepDowns } from '../../scripts/chaos/schedule.ts';
import { stepDown } from '../../scripts/chaos/step-downs.ts';
import { startTestCluster, type TestCluster } from '../support/chaos-cluster.ts';
import { visualize, visualizeBody } from '../support/platform.ts';

const calls = 12;

describe('a MongoDB that steps down in the middle of the load', function () {
  this.timeout(300_000);
  let cluster: TestCluster;
  let account: { id: string; key: string };
  let body: Record<string, unknown>;

  before(async function () {
    if (process.env.MONGODB_URI) return this.skip();
    cluster = await startTestCluster({ apis: 1, workers: 1 });
    account = await cluster.account(1000);
    body = await visualizeBody();
    cluster.model.latencyMs = 300;
  });
  after(() => cluster?.close());

  const post = async () => (await visualize({ url: cluster.url() }, account.key, body)).status;

  for (const kind of stepDowns) {
    it(`gives each caller an image or a 503, and charges one credit for each success: ${kind}`, async () => {
      const fault = { stepDown: kind, target: 1, bytes: 25, lastsMs: 1500 } as PlannedFault;
      const responses = Array.from({ length: calls }, post);
      await stepDown(cluster.mongo!.port(), fault);
      expect([...new Set(await Promise.all(responses))]).to.satisfy((found: number[]) =>
        found.every((status) => [200, 503].includes(status)),
      );
      expect(await post()).to.equal(200);
      const { problems } = await cluster.verifyAtRest();
      expect(problems).to.deep.equal([]);
    });
  }
});
