import { expect } from 'chai';
import { RendererError } from '../../../../../workers/renderer/renderer-error.ts';
import {
  claimForHelper,
  type SharedTask,
  startTasks,
} from '../../../../../workers/renderer/threads/shared-tasks.ts';

const never = new Promise<void>(() => undefined);
const soon = () => new Promise<void>((done) => setImmediate(done));

describe('the tasks of a render that two threads share', () => {
  let done: string[];
  beforeEach(() => {
    done = [];
  });

  /** A helper that behaves as the real one: it runs unclaimed tasks one after the other. */
  const tasks = (count: number, work: (index: number) => Promise<void> = soon): SharedTask[] => {
    let last: Promise<unknown> = Promise.resolve();
    return Array.from({ length: count }, (_, index) => ({
      runLocal: async () => {
        await soon();
        done.push(`local ${index}`);
      },
      runOnHelper: (claim) => {
        const running = last.then(async () => {
          if (!claimForHelper(claim)) return;
          await work(index);
          done.push(`helper ${index}`);
        });
        last = running.catch(() => undefined);
        return running;
      },
    }));
  };
  const numbers = () => done.map((line) => Number(line.split(' ')[1])).sort((a, b) => a - b);

  it('all run locally, last to first, without a helper', async () => {
    await startTasks(tasks(3), false).finish();
    expect(done).to.deep.equal(['local 2', 'local 1', 'local 0']);
  });

  it('run once each, in both threads', async () => {
    await startTasks(tasks(6), true).finish();
    expect(numbers()).to.deep.equal([0, 1, 2, 3, 4, 5]);
    expect(done.filter((line) => line.startsWith('local'))).to.have.length.above(0);
    expect(done.filter((line) => line.startsWith('helper'))).to.have.length.above(0);
  });

  it('begin on the helper before the render thread takes part', async () => {
    const work = startTasks(tasks(2), true);
    for (let i = 0; i < 20; i++) await soon();
    expect(done).to.deep.equal(['helper 0', 'helper 1']);
    await work.finish();
    expect(done).to.have.length(2);
  });

  it('run locally while an earlier one takes long on the helper', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const finishing = startTasks(
      tasks(4, (index) => (index === 0 ? held : soon())),
      true,
    ).finish();
    for (let i = 0; i < 20; i++) await soon();
    expect(numbers()).to.deep.equal([1, 2, 3]);
    release();
    await finishing;
    expect(numbers()).to.deep.equal([0, 1, 2, 3]);
  });

  it('run locally when the helper is lost', async () => {
    await startTasks(
      tasks(2, () => Promise.reject(new Error('Worker terminated'))),
      true,
    ).finish();
    expect(numbers()).to.deep.equal([0, 1]);
  });

  it('run once, locally, when the helper cannot be started', async () => {
    const lost = tasks(3).map((task) => ({
      ...task,
      runOnHelper: () => Promise.reject(new Error('no such file')),
    }));
    await startTasks(lost, true).finish();
    expect(numbers()).to.deep.equal([0, 1, 2]);
  });

  it('end with the first rejection of either thread, and begin no task after it', async () => {
    const rejection = new RendererError('Nothing to show.');
    const onHelper = startTasks(
      tasks(5, () => Promise.reject(rejection)),
      true,
    );
    for (let i = 0; i < 20; i++) await soon();
    expect(await onHelper.finish().catch((error: unknown) => error)).to.equal(rejection);
    expect(done).to.deep.equal([]);

    const one: SharedTask = { runLocal: () => Promise.reject(rejection), runOnHelper: () => never };
    const local = startTasks([...tasks(3), one], false);
    expect(await local.finish().catch((error: unknown) => error)).to.equal(rejection);
    expect(done).to.deep.equal([]);
  });
});
