import { expect } from 'chai';
import { ProviderError } from '../../../../../workers/providers/provider.ts';
import { isOurs, type Job, startJobs } from '../../../../../workers/renderer/threads/jobs.ts';

const never = new Promise<void>(() => undefined);
const soon = () => new Promise<void>((done) => setImmediate(done));

describe('the jobs of a render', () => {
  let done: string[];
  beforeEach(() => {
    done = [];
  });

  /** The other thread as it is: it begins what nobody has begun, one after the other. */
  const jobs = (count: number, there: (index: number) => Promise<void> = soon): Job[] => {
    let last: Promise<unknown> = Promise.resolve();
    return Array.from({ length: count }, (_, index) => ({
      here: async () => {
        await soon();
        done.push(`here ${index}`);
      },
      there: (claim) => {
        const mine = last.then(async () => {
          if (!isOurs(claim)) return;
          await there(index);
          done.push(`there ${index}`);
        });
        last = mine.catch(() => undefined);
        return mine;
      },
    }));
  };
  const numbers = () => done.map((line) => Number(line.split(' ')[1])).sort((a, b) => a - b);

  it('are all done here, last to first, where there is no other thread', async () => {
    await startJobs(jobs(3), false).finish();
    expect(done).to.deep.equal(['here 2', 'here 1', 'here 0']);
  });

  it('are done once each, by both threads', async () => {
    await startJobs(jobs(6), true).finish();
    expect(numbers()).to.deep.equal([0, 1, 2, 3, 4, 5]);
    expect(done.filter((line) => line.startsWith('here'))).to.have.length.above(0);
    expect(done.filter((line) => line.startsWith('there'))).to.have.length.above(0);
  });

  it('begin at the other thread before this one takes part', async () => {
    const work = startJobs(jobs(2), true);
    for (let i = 0; i < 20; i++) await soon();
    expect(done).to.deep.equal(['there 0', 'there 1']);
    await work.finish();
    expect(done).to.have.length(2);
  });

  it('are taken back from behind one that takes long there', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const finishing = startJobs(
      jobs(4, (index) => (index === 0 ? held : soon())),
      true,
    ).finish();
    for (let i = 0; i < 20; i++) await soon();
    expect(numbers()).to.deep.equal([1, 2, 3]);
    release();
    await finishing;
    expect(numbers()).to.deep.equal([0, 1, 2, 3]);
  });

  it('come back from a thread that is lost', async () => {
    await startJobs(
      jobs(2, () => Promise.reject(new Error('Worker terminated'))),
      true,
    ).finish();
    expect(numbers()).to.deep.equal([0, 1]);
  });

  it('are done once by this thread where the other one never starts', async () => {
    const lost = jobs(3).map((job) => ({ ...job, there: () => Promise.reject(new Error('no such file')) }));
    await startJobs(lost, true).finish();
    expect(numbers()).to.deep.equal([0, 1, 2]);
  });

  it('end with the first refusal, from whichever thread, and begin nothing after it', async () => {
    const refusal = new ProviderError('rejected', 'Nothing to show.');
    const there = startJobs(
      jobs(5, () => Promise.reject(refusal)),
      true,
    );
    for (let i = 0; i < 20; i++) await soon();
    expect(await there.finish().catch((error: unknown) => error)).to.equal(refusal);
    expect(done).to.deep.equal([]);

    const one: Job = { here: () => Promise.reject(refusal), there: () => never };
    const here = startJobs([...jobs(3), one], false);
    expect(await here.finish().catch((error: unknown) => error)).to.equal(refusal);
    expect(done).to.deep.equal([]);
  });
});
