import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type Result, runInLanes, slowestLines, type Task } from '../../../../scripts/testing/lanes.ts';

const passed = (count: number): Result => ({ passed: count, failures: [], flaky: [], skipped: 0 });
const ignore = () => undefined;

describe('tasks in lanes', () => {
  let running: number;
  let most: number;
  let order: string[];
  beforeEach(() => {
    [running, most, order] = [0, 0, []];
  });

  const task = (name: string, ms: number): Task => ({
    name,
    run: async (say) => {
      order.push(name);
      say(name);
      most = Math.max(most, ++running);
      await pause(ms);
      running -= 1;
      return passed(1);
    },
  });

  it('run all of them, as many at once as there are lanes', async () => {
    const tasks = ['a', 'b', 'c', 'd', 'e'].map((name) => task(name, 5));
    const ran = await runInLanes(tasks, 2, ignore);
    expect(ran.map(({ name }) => name)).to.have.members(['a', 'b', 'c', 'd', 'e']);
    expect(most).to.equal(2);
  });

  it('are taken from the front by the first lane and from the end by the second', async () => {
    await runInLanes([task('short', 1), task('long', 100), task('longest', 200)], 2, ignore);
    expect(order).to.deep.equal(['short', 'longest', 'long']);
  });

  it('are taken from the middle by the third', async () => {
    const tasks = ['a', 'b', 'c', 'd', 'e'].map((name) => task(name, 5));
    await runInLanes(tasks, 3, ignore);
    expect(order.slice(0, 3)).to.deep.equal(['a', 'e', 'c']);
    expect(order).to.have.members(['a', 'b', 'c', 'd', 'e']);
    expect(most).to.equal(3);
  });

  it('keep the lines of each together', async () => {
    const lines: string[] = [];
    const twice = (name: string): Task => ({
      name,
      run: async (say) => {
        say(`${name} begins`);
        await pause(5);
        say(`${name} ends`);
        return passed(1);
      },
    });
    await runInLanes([twice('a'), twice('b')], 2, (line) => lines.push(line));
    expect(lines).to.deep.equal(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('are named by how long they took, the slowest first', () => {
    const ran = [
      { ...passed(1), name: 'unit/api', seconds: 7.4, cpuSeconds: 6.2 },
      { ...passed(1), name: 'chaos/faults', seconds: 90 },
      { ...passed(1), name: 'Lint', seconds: 1 },
    ];
    expect(slowestLines(ran, 2)).to.deep.equal(['    90 s  chaos/faults', '     7 s  unit/api, 6 s of CPU']);
  });
});
