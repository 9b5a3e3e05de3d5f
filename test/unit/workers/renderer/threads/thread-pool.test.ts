import { expect } from 'chai';
import { createThreadPool } from '../../../../../workers/renderer/threads/thread-pool.ts';

describe('a pool of threads', () => {
  const poolOf = (file: string, lost: Error[] = []) =>
    createThreadPool({
      beside: import.meta.url,
      file,
      threads: 1,
      idleTimeout: 1000,
      onLost: (error) => lost.push(error),
    });

  it('rejects each task when what does them is missing, and names it', async () => {
    const pool = poolOf('./there-is-no-such-work');
    for (const task of [1, 2]) {
      const failure = await pool.run(task).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error);
      expect((failure as Error).message).to.include('there-is-no-such-work');
    }
    await pool.close();
  });

  it('rejects each task when no thread can be started, and tells of each thread', async () => {
    const lost: Error[] = [];
    const pool = poolOf('./there-is-no-such-work', lost);
    const argument = process.execArgv.push('--import', './there-is-no-such-loader.mjs') - 2;
    try {
      for (const task of [1, 2]) {
        const failure = await pool.run(task).catch((error: unknown) => error);
        expect(failure).to.be.instanceOf(Error);
        expect((failure as Error).message).to.include('there-is-no-such-loader');
      }
    } finally {
      process.execArgv.splice(argument, 2);
    }
    expect(lost).to.have.length.of.at.least(2);
    await pool.close();
    await pool.close();
  });
});
