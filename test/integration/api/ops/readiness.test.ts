import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkDecoder } from '../../../../api/decoder/check-decoder.ts';
import { createReadiness } from '../../../../api/ops/readiness.ts';

const poolSize = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

describe('readiness of a process whose threads are all held', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'render-platform-pool-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('is lost until they are free', async () => {
    const ready = () =>
      createReadiness({
        stopping: () => false,
        backends: { redis: async () => 'PONG' },
        process: { files: () => stat(folder), decoder: checkDecoder },
        rendering: async () => ({ possible: true, reasons: [] }),
        waiting: async () => 0,
        maxWaiting: 1,
      })();
    expect((await ready()).ready).to.equal(true);
    // Opening a pipe holds its thread until another process opens the pipe for writing.
    const pipes = Array.from({ length: poolSize }, (_, index) => join(folder, `pipe-${index}`));
    execFileSync('sh', ['-c', 'mkfifo "$@"', 'sh', ...pipes]);
    const held = pipes.map((pipe) => open(pipe, 'r'));
    const state = await ready();
    for (const pipe of pipes) execFileSync('sh', ['-c', ': > "$0"', pipe]);
    for (const file of await Promise.all(held)) await file.close();
    expect(state).to.include({ ready: false, status: 'unavailable' });
    expect([state.process.files?.ok, state.process.decoder?.ok]).to.deep.equal([false, false]);
    expect((await ready()).ready).to.equal(true);
  });
});
