import { expect } from 'chai';
import { createThreadPool } from '../../../../../workers/renderer/threads/thread-pool.ts';

describe('a pool of threads', () => {
  const getPool = (file: string, lost: Error[] = []) =>
    createThreadPool({
      beside: import.meta.url,
      file,
      threads: 1,
      idleTimeout: 1000,
      onLost: (error) => lost.push(error),
    });

  it('rejects each task when their module is missing, and names it', async () => {
    const pool = getPool('./no-such-module');
    for (const task of [1, 2]) {
      const failure = await pool.run(task).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Error);
      expect((failure as Error).message).to.include('no-such-module');
    }
    await pool.close();
  });

  it('rejects each task when no thread can be started, and reports each lost thread', async () => {
    const lost: Error[] = [];
    const pool = getPool('./no-such-module', lost);
    const argument = process.execArgv.push('--import', './no-such-loader.mjs') - 2;
    try {
      for (const task of [1, 2]) {
        const failure = await pool.run(task).catch((error: unknown) => error);
        expect(failure).to.be.instanceOf(Error);
        expect((failure as Error).message).to.include('no-such-loader');
      }
    } finally {
      process.execArgv.splice(argument, 2);
    }
    expect(lost).to.have.length.of.at.least(2);
    await pool.close();
    await pool.close();
  });
});
