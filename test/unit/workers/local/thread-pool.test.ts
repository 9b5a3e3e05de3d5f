import { expect } from 'chai';
import { createThreadPool } from '../../../../workers/providers/local/thread-pool.ts';

describe('a pool of threads', function () {
  this.timeout(20_000);

  it('rejects what its thread cannot even be started for, each time', async () => {
    const lost: Error[] = [];
    const pool = createThreadPool({
      beside: import.meta.url,
      file: './there-is-no-such-thread',
      threads: 1,
      idleTimeout: 1000,
      onLost: (error) => lost.push(error),
    });
    for (const task of [1, 2]) {
      const failure = await pool.run(task).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error);
      expect((failure as Error).message).to.include('there-is-no-such-thread');
    }
    expect(lost).to.have.length.of.at.least(2);
    await pool.close();
    await pool.close();
  });
});
