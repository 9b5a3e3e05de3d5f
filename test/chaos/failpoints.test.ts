import { expect } from 'chai';
import { until } from '../../scripts/chaos/clock.ts';
import type { Member } from '../../scripts/chaos/member.ts';
import { type FailpointName, failpointNames } from '../../shared/failpoints.ts';
import { startTestCluster, type TestCluster } from '../support/chaos-cluster.ts';
import { type ApiResult, call, visualize, visualizeBody } from '../support/platform.ts';

/** What makes a process pass a failpoint: a render, a cancellation, or the loss of a worker. */
type Trigger = 'render' | 'cancel' | 'lost-worker';
interface Cell {
  failpoint: FailpointName;
  in: 'API' | 'worker';
  by: Trigger;
}

/** Those of the money path; event intake has its own test. */
const moneyPath = failpointNames.filter((name) => /^(visualize|render|settle|sweeper)\./.test(name));
const settling: FailpointName[] = moneyPath.filter(
  (name) => name.startsWith('settle.') || name === 'render.after-decision',
);
const matrix: Cell[] = [
  ...moneyPath.map((failpoint): Cell => {
    if (failpoint.startsWith('visualize.')) return { failpoint, in: 'API', by: 'render' };
    return { failpoint, in: 'worker', by: failpoint.startsWith('sweeper.') ? 'lost-worker' : 'render' };
  }),
  // What a worker writes for a success, the API writes for a cancellation.
  ...settling.map((failpoint): Cell => ({ failpoint, in: 'API', by: 'cancel' })),
];

describe('a process killed at a failpoint', function () {
  this.timeout(300_000);
  let cluster: TestCluster;
  let body: Record<string, unknown>;
  let account: { id: string; key: string };
  const renderKeys: string[] = [];
  const cancelled: string[] = [];

  before(async () => {
    const env = { COG_SECONDS: '60', RENDER_DEADLINE_SECONDS: '120', WAIT_SECONDS: '122' };
    cluster = await startTestCluster({ apis: 1, workers: 1, env });
    body = await visualizeBody();
    account = await cluster.account();
  });
  after(() => cluster?.close());

  const post = (
    idempotencyKey: string,
    headers: Record<string, string> = {},
  ): Promise<ApiResult | undefined> =>
    visualize({ url: cluster.url() }, account.key, body, {
      'idempotency-key': idempotencyKey,
      ...headers,
    }).catch(() => undefined);

  /** What a prediction takes that is to be ended before it is done. */
  const endlessMs = 30_000;

  const triggers: Record<Trigger, (key: string, member: Member) => Promise<void>> = {
    render: async (key) => {
      renderKeys.push(key);
      await post(key);
    },
    cancel: async (key) => {
      cluster.model.latencyMs = endlessMs;
      const answer = await post(key, { prefer: 'respond-async' });
      const id = answer!.headers.get('x-render-id') ?? answer!.body.id;
      cancelled.push(id);
      await call({ url: cluster.url() }, 'DELETE', `/visualize/${id}`, account.key).catch(() => undefined);
      cluster.model.latencyMs = 0;
    },
    'lost-worker': async (key, member) => {
      renderKeys.push(key);
      cluster.model.latencyMs = endlessMs;
      const answered = post(key);
      const running = () => cluster.database.renders.exists({ state: 'running' });
      await until(async () => (await running()) !== null, 60_000);
      await member.kill(0, 'sweeper.after-decision:1');
      cluster.model.latencyMs = 0;
      await answered;
    },
  };

  const getPlace = (cell: Cell) => `${cell.failpoint}:1`;

  /** Mostly the process that replaced the victim of the cell before is armed for this one already. */
  async function arm(member: Member, cell: Cell): Promise<number> {
    await member.ready();
    const deaths = member.deaths.failpoint;
    if (cell.by !== 'lost-worker' && member.armed() !== getPlace(cell)) await member.kill(0, getPlace(cell));
    const next = matrix[matrix.indexOf(cell) + 1];
    if (next?.in === cell.in && next.by !== 'lost-worker') member.armNext(getPlace(next));
    return deaths;
  }

  for (const cell of matrix) {
    it(`is replaced without loss: ${cell.failpoint} in the ${cell.in}, by ${cell.by}`, async () => {
      const member = (cell.in === 'API' ? cluster.apis : cluster.workers)[0]!;
      const before = await arm(member, cell);
      await Promise.all([cluster.apis[0]!.ready(), cluster.workers[0]!.ready()]);
      const triggered = triggers[cell.by](`${cell.failpoint}-${cell.in}`, member);
      const died = await until(() => member.deaths.failpoint > before, 90_000);
      expect(died, 'died at the failpoint').to.equal(true);
      await triggered;
      await member.ready();
    });
  }

  it('has rendered and charged exactly once whatever is retried with its Idempotency-Key', async () => {
    const responses = await Promise.all(renderKeys.map((key) => post(key)));
    expect(responses.map((response) => response?.status)).to.deep.equal(renderKeys.map(() => 200));
    expect((await cluster.credits(account.id)).spent).to.equal(renderKeys.length);
  });

  it('has charged nothing for what was cancelled', async () => {
    expect(cancelled).to.have.length(settling.length);
    for (const id of cancelled) {
      const { body: said } = await call({ url: cluster.url() }, 'DELETE', `/visualize/${id}`, account.key);
      expect(said).to.deep.include({ state: 'cancelled', usage: { credits: 0 } });
    }
  });

  it('leaves every invariant whole, and no process that ended on its own', async () => {
    expect((await cluster.verifyAtRest()).problems).to.deep.equal([]);
    expect(cluster.apis[0]!.deaths.crashed + cluster.workers[0]!.deaths.crashed).to.equal(0);
  });
});
