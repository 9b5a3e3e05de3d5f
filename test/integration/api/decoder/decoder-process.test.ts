import { expect } from 'chai';
import { DecoderLost } from '../../../../api/decoder/decoder-lost.ts';
import { startDecoderProcess } from '../../../../api/decoder/decoder-process.ts';
import { silentLogger } from '../../../../shared/log.ts';

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
});
