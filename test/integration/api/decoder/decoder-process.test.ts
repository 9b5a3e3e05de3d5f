import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { DecoderLost } from '../../../../api/decoder/decoder-lost.ts';
import { startDecoderProcess } from '../../../../api/decoder/decoder-process.ts';
import { startNode, waitForMessage } from '../../../../scripts/processes/child.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { eventually } from '../../../support/platform.ts';

const log = silentLogger();
const getLoss = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('decoder process', () => {
  it('that is not ready within the start limit is ended, and the error names the limit', async () => {
    const decoder = startDecoderProcess({ log, startMs: 1 });
    const error = await getLoss(decoder.ready);
    expect(error).to.be.instanceOf(DecoderLost).and.to.include({ endedBy: 'start-limit' });
    await decoder.ended;
  });

  it('receives no further task once it is being ended, and names the first reason', async () => {
    const decoder = startDecoderProcess({ log });
    await decoder.ready;
    const task = getLoss(decoder.run({ kind: 'check', sources: [], limits: {} }));
    decoder.kill('caller-left');
    decoder.kill('close');
    expect(decoder.isAlive()).to.equal(false);
    await decoder.ended;
    const error = await getLoss(decoder.run({ kind: 'check', sources: [], limits: {} }));
    expect(error).to.be.instanceOf(DecoderLost).and.to.include({ endedBy: 'caller-left' });
    await task;
  });

  it('ends with a parent that is killed, although its session is its own', async function () {
    if (process.platform !== 'linux') this.skip();
    const folder = await mkdtemp(join(tmpdir(), 'decoder-parent-'));
    const entry = join(folder, 'parent.mts');
    const decoderProcess = new URL('../../../../api/decoder/decoder-process.ts', import.meta.url);
    await writeFile(
      entry,
      `import { startDecoderProcess } from '${decoderProcess}';
       await startDecoderProcess({ log: { debug: () => undefined } }).ready;
       process.send?.({ type: 'ready' });
       setInterval(() => undefined, 1000);`,
    );
    const parent = startNode(entry, []);
    await waitForMessage(parent, 'ready', 30_000);
    const decoder = await findDecoder(parent.pid);
    expect((await readFile(`/proc/${decoder}/stat`, 'latin1')).split(' ')[5], 'its session').to.equal(
      decoder,
    );
    await parent.kill();
    await eventually(() => !existsSync(`/proc/${decoder}`));
    await rm(folder, { recursive: true });
  });
});

/** Returns the process id of the decoder among the children of that process, which may have a compiler, too. */
async function findDecoder(parent: number): Promise<string> {
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'latin1');
  const commands = await Promise.all(
    children
      .trim()
      .split(' ')
      .map(async (pid) => [pid, await readFile(`/proc/${pid}/cmdline`, 'latin1')]),
  );
  return commands.find(([, command]) => command?.includes('decoder-entry'))?.[0] ?? expect.fail('no decoder');
}
