import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import sinon from 'sinon';
import {
  type BuildProgress,
  getShare,
  watchBuild,
} from '../../../../../scripts/admin/indexes/watch-build.ts';

type Connection = Parameters<typeof watchBuild>[0];

/** A database whose `$currentOp` returns that. */
function serverWith(operations: () => Promise<object[]>): Connection {
  const client = { db: () => ({ aggregate: () => ({ toArray: operations }) }) };
  return { db: { client } } as unknown as Connection;
}

describe('the progress of an index build', () => {
  let clock: sinon.SinonFakeTimers;
  beforeEach(() => {
    clock = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  });
  afterEach(() => clock.restore());

  async function getReports(operations: () => Promise<object[]>): Promise<BuildProgress[]> {
    const reports: BuildProgress[] = [];
    let end = () => {};
    const build = new Promise<void>((resolve) => {
      end = resolve;
    });
    const watched = watchBuild(serverWith(operations), 'renders', build, (report) => reports.push(report));
    for (let passes = 0; passes < 2; passes++) {
      clock.tick(5_000);
      await setTimeout(1);
    }
    end();
    await watched;
    clock.tick(60_000);
    return reports;
  }

  it('is reported every 5 s with the share that the server reports, until the build ends', async () => {
    const reports = await getReports(async () => [{ progress: { done: 25, total: 100 } }]);
    expect(reports).to.deep.equal([
      { seconds: 5, share: 0.25 },
      { seconds: 10, share: 0.25 },
    ]);
  });

  it('is the time alone where the user may not see the operations of the server', async () => {
    const reports = await getReports(() => Promise.reject(new Error('not authorized')));
    expect(reports).to.deep.equal([{ seconds: 5 }, { seconds: 10 }]);
  });

  it('is that of the slowest of several members, and unknown without a total', () => {
    const progress = (done: unknown, total: unknown) => ({ progress: { done, total } });
    expect(getShare([progress(9, 10), progress(3, 10), {}])).to.equal(0.3);
    expect(getShare([progress(0, 0), {}])).to.equal(undefined);
  });
});
