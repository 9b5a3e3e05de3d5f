import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import { createImageDecoder, type ImageDecoder } from '../../../../api/decoder/image-decoder.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { ImageRejected, inspectImage } from '../../../../shared/images/inspect.ts';
import { normaliseImage } from '../../../../shared/images/normalise.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { eventually } from '../../../support/platform.ts';
import * as make from '../../../unit/shared/images/make-images.ts';

const limits = { maxBytes: 8 * 1024 * 1024 };
const log = silentLogger();

/** Takes longer to decode than any of the deadlines here. */
const slowImage = () =>
  sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#a83' } })
    .jpeg({ progressive: true })
    .toBuffer();

const toFailure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => error,
  );

/** The processes that this one has started; Linux only. */
async function childProcesses(): Promise<string[]> {
  const path = `/proc/${process.pid}/task/${process.pid}/children`;
  return (await readFile(path, 'latin1')).split(' ').filter(Boolean);
}

describe('image decoder', () => {
  let decoder: ImageDecoder;
  let folder: string;
  let slow: Buffer;

  before(async () => {
    decoder = createImageDecoder({ log, graceMs: 0 });
    folder = await mkdtemp(join(tmpdir(), 'decoder-'));
    slow = await slowImage();
  });
  after(async () => {
    await decoder.close();
    await rm(folder, { recursive: true });
  });

  it('prepares bytes and files as the process itself would', async () => {
    const plain = await make.pattern(160, 120).jpeg().toBuffer();
    const turned = await make.pattern(160, 120).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    for (const image of [plain, turned]) {
      const path = join(folder, 'image');
      await writeFile(path, image);
      const expected = await normaliseImage(image, await inspectImage(image));
      expect(await decoder.prepare(image, { limits })).to.deep.equal(expected);
      expect(await decoder.prepare(path, { limits })).to.deep.equal(expected);
    }
  });

  it('rejects an image with the reason and message of the inspection', async () => {
    const error = await toFailure(decoder.prepare(Buffer.from('GIF89a'), { limits }));
    expect(error).to.be.instanceOf(ImageRejected);
    expect((error as ImageRejected).reason).to.equal('type');
    expect((error as ImageRejected).message).to.match(/^is a GIF image; send/);
  });

  it('names the first of many images that cannot be used', async () => {
    const good = await make.pattern(64, 64).png().toBuffer();
    expect(await decoder.check([good, good], { limits })).to.equal(undefined);
    const unusable = await decoder.check([good, Buffer.alloc(0), Buffer.from('GIF89a')], { limits });
    expect(unusable).to.include({ index: 1, reason: 'empty' });
  });

  it('rejects an image that is not decoded by the deadline', async () => {
    const impatient = createImageDecoder({ log, deadlineMs: 5 });
    const error = await toFailure(impatient.prepare(slow, { limits }));
    await impatient.close();
    expect((error as ImageRejected).reason).to.equal('too-slow');
    expect((error as ImageRejected).cause).to.include({ endedBy: 'deadline' });
  });

  it('stops decoding for a caller who has left, and decodes the next image', async () => {
    const left = new AbortController();
    const decoding = decoder.prepare(slow, { limits, signal: left.signal });
    left.abort(new Error('the caller left'));
    expect(await toFailure(decoding)).to.equal(left.signal.reason);
    const later = new AbortController();
    const started = decoder.prepare(slow, { limits, signal: later.signal });
    setTimeout(() => later.abort(new Error('the caller left')), 20);
    expect(await toFailure(started)).to.equal(later.signal.reason);
    expect(await decoder.check([slow], { limits })).to.equal(undefined);
  });

  it('decodes on when its processes were killed from outside', async function () {
    if (process.platform !== 'linux') this.skip();
    const before = await childProcesses();
    const own = createImageDecoder({ log });
    const good = await make.pattern(64, 64).png().toBuffer();
    await own.check([good], { limits });
    for (const pid of await childProcesses()) if (!before.includes(pid)) process.kill(Number(pid), 'SIGKILL');
    const outcome = await own.check([good], { limits }).catch((error: unknown) => error);
    // Whether the end was noticed before the task was sent; the task after it always succeeds.
    if (outcome !== undefined) expect((outcome as ApiError).code).to.equal('SERVICE_UNAVAILABLE');
    expect(await own.check([good], { limits })).to.equal(undefined);
    await own.close();
  });

  it('keeps one process for the next image, and ends the others once they have had no task for a while', async function () {
    if (process.platform !== 'linux' || availableParallelism() < 2) this.skip();
    const before = await childProcesses();
    const countOwn = async () => (await childProcesses()).filter((pid) => !before.includes(pid)).length;
    // Longer than a busy machine takes to count the processes.
    const own = createImageDecoder({ log, idleMs: 1000 });
    const good = await make.pattern(64, 64).png().toBuffer();
    await Promise.all([own.check([good], { limits }), own.check([good], { limits })]);
    expect(await countOwn()).to.equal(2);
    await eventually(async () => (await countOwn()) === 1);
    expect(await own.check([good], { limits })).to.equal(undefined);
    await pause(1100);
    expect(await countOwn()).to.equal(1);
    await own.close();
  });

  it('rejects running tasks with SERVICE_UNAVAILABLE when it closes, and leaves no process', async function () {
    if (process.platform !== 'linux') this.skip();
    const before = await childProcesses();
    const warnings: unknown[] = [];
    const closing = createImageDecoder({
      log: { debug: () => undefined, warn: (entry: unknown) => void warnings.push(entry) },
    });
    const failure = toFailure(closing.prepare(slow, { limits }));
    await new Promise(setImmediate);
    await closing.close();
    const error = await failure;
    expect(error).to.be.instanceOf(ApiError);
    expect((error as ApiError).code).to.equal('SERVICE_UNAVAILABLE');
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include({ endedBy: 'close' });
    expect(await childProcesses()).to.have.members(before);
  });

  it('decodes in a process, and threads of it, that give way to this one', async function () {
    if (process.platform !== 'linux') this.skip();
    const before = await childProcesses();
    const own = createImageDecoder({ log });
    await own.prepare(await make.pattern(64, 64).png().toBuffer(), { limits });
    const [started] = (await childProcesses()).filter((pid) => !before.includes(pid));
    expect(getPriority(Number(started))).to.be.above(getPriority());
    const threads = await readdir(`/proc/${started}/task`);
    const behind = threads.filter((thread) => getPriority(Number(thread)) > getPriority());
    expect(behind, 'the main thread and those that decode').to.have.length.of.at.least(5);
    const session = await readFile(`/proc/${started}/autogroup`, 'latin1').catch(
      () => 'none with this kernel',
    );
    expect(session).to.match(/ nice 5\n$|^none|^$/);
    await own.close();
  });

  it('decodes in a process that has none of the secrets of this one', async function () {
    if (process.platform !== 'linux') this.skip();
    const before = await childProcesses();
    process.env.SECRETS_KEY = 'not for a decoder';
    const own = createImageDecoder({ log });
    await own.check([await make.pattern(64, 64).png().toBuffer()], { limits });
    const started = (await childProcesses()).filter((pid) => !before.includes(pid));
    const environments = await Promise.all(started.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1')));
    delete process.env.SECRETS_KEY;
    await own.close();
    expect(environments).to.have.length(1);
    expect(environments[0]).to.contain('PATH=').and.not.contain('SECRETS_KEY');
  });
});
