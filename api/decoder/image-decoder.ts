import { ApiError } from '../../shared/errors.ts';
import { type SlotOptions, withDecodeSlot } from '../../shared/images/decode-slots.ts';
import { corrupt, ImageRejected, tooSlow } from '../../shared/images/image-rejected.ts';
import type { ImageFacts } from '../../shared/images/inspect.ts';
import type { NormalisedImage, PrepareImage, PrepareOptions } from '../../shared/images/normalise.ts';
import type { Logger } from '../../shared/log.ts';
import { DecoderLost } from './decoder-lost.ts';
import { type DecoderProcess, startDecoderProcess } from './decoder-process.ts';
import type { DecoderTask, DecoderTasks, ImageSource, Prepared, Unusable } from './messages.ts';

/** Decodes untrusted images in processes that can be killed. */
export interface ImageDecoder {
  /** The first of these images that `inspectImage` rejects. @throws what `prepare` throws, but ImageRejected */
  check(sources: ImageSource[], options: PrepareOptions): Promise<Unusable | undefined>;
  /** Reads the header of an image, at the cost of a few milliseconds. @throws what `prepare` throws */
  inspect(source: ImageSource, options: PrepareOptions): Promise<ImageFacts>;
  /**
   * Inspects and normalises an image.
   * @throws ImageRejected, DecodeQueueFull, the reason of the signal, or ApiError SERVICE_UNAVAILABLE when the process is lost
   */
  prepare: PrepareImage;
  /**
   * The same for several images as one task, which costs less than a task each where the images are small. Each is
   * decoded after the other, within the time of one. @throws what `prepare` throws, but ImageRejected
   */
  prepareEach(sources: ImageSource[], options: PrepareOptions): Promise<Prepared[]>;
  /** Ends the processes; running tasks are lost. */
  close(): Promise<void>;
}

export interface ImageDecoderOptions {
  log: Pick<Logger, 'debug' | 'warn'>;
  /** One image, or the headers of one request. More than sharp's own time-out, which leaves the process alive. */
  deadlineMs?: number;
  /** Time left to a task whose caller has disconnected: less than starting a new process takes. */
  graceMs?: number;
  /** After this time without a task a process ends, unless it is the only one that waits for tasks. */
  idleMs?: number;
}

interface IdleProcess {
  decoder: DecoderProcess;
  timer: NodeJS.Timeout;
}

/**
 * A decoder with as many processes as there are decode slots, started when first needed. Each runs one task at a
 * time, so that whoever kills it stops this task alone.
 */
export function createImageDecoder(options: ImageDecoderOptions): ImageDecoder {
  const { log, deadlineMs = 10_000, graceMs = 250, idleMs = 30_000 } = options;
  const processes = new Set<DecoderProcess>();
  const idle: IdleProcess[] = [];

  const start = (): DecoderProcess => {
    const started = startDecoderProcess({ log });
    processes.add(started);
    void started.ended.then(() => processes.delete(started));
    return started;
  };

  /** The newest, so that the others become idle for long. A process may also end while it is idle. */
  const take = (): DecoderProcess => {
    for (let last = idle.pop(); last; last = idle.pop()) {
      clearTimeout(last.timer);
      if (last.decoder.isAlive()) return last.decoder;
    }
    return start();
  };

  const putBack = (decoder: DecoderProcess): void => {
    const endUnlessOnly = () => {
      if (idle.length > 1) idle.splice(idle.indexOf(entry), 1)[0]!.decoder.kill('idle');
    };
    const entry: IdleProcess = { decoder, timer: setTimeout(endUnlessOnly, idleMs).unref() };
    idle.push(entry);
  };

  const run = <Kind extends keyof DecoderTasks>(
    task: DecoderTasks[Kind]['task'],
    slot: SlotOptions,
  ): Promise<DecoderTasks[Kind]['result']> =>
    withDecodeSlot(async () => {
      const decoder = take();
      try {
        return await runWithin(decoder, task, { deadlineMs, graceMs, signal: slot.signal });
      } catch (error) {
        throw error instanceof DecoderLost ? reportLost(log, error) : error;
      } finally {
        if (decoder.isAlive()) putBack(decoder);
      }
    }, slot);

  const prepareEach: ImageDecoder['prepareEach'] = (sources, { limits = {}, ...slot }) =>
    run<'prepare'>({ kind: 'prepare', sources, limits }, slot);

  return {
    check: (sources, { limits = {}, ...slot }) => run<'check'>({ kind: 'check', sources, limits }, slot),
    inspect: (source, { limits = {}, ...slot }) => run<'inspect'>({ kind: 'inspect', source, limits }, slot),
    prepare: async (source, options) => {
      const [prepared] = await prepareEach([source], options);
      return takeImage(prepared!);
    },
    prepareEach,
    close: async () => {
      const all = [...processes];
      for (const decoder of all) decoder.kill('close');
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

/** @throws ImageRejected */
export function takeImage(prepared: Prepared): NormalisedImage {
  if ('image' in prepared) return prepared.image;
  throw new ImageRejected(prepared.rejected.reason, prepared.rejected.message);
}

interface TaskLimits {
  deadlineMs: number;
  graceMs: number;
  signal: AbortSignal | undefined;
}

/** @throws the reason of the signal once it has aborted; ImageRejected `too-slow` after the deadline */
async function runWithin<Result>(
  decoder: DecoderProcess,
  task: DecoderTask,
  { deadlineMs, graceMs, signal }: TaskLimits,
): Promise<Result> {
  await decoder.ready;
  signal?.throwIfAborted();
  let overdue = false;
  const expire = () => {
    overdue = true;
    decoder.kill('deadline');
  };
  let timer = setTimeout(expire, deadlineMs);
  const leave = () => {
    clearTimeout(timer);
    timer = setTimeout(() => decoder.kill('caller-left'), graceMs);
  };
  signal?.addEventListener('abort', leave, { once: true });
  try {
    const result = await decoder.run(task);
    signal?.throwIfAborted();
    return result as Result;
  } catch (error) {
    signal?.throwIfAborted();
    throw overdue ? tooSlow(error) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}

function reportLost(log: Pick<Logger, 'warn'>, error: DecoderLost): Error {
  log.warn({ err: error, endedBy: error.endedBy }, 'image decoder lost');
  if (error.endedBy === 'crash') return corrupt(error);
  const message = 'The images could not be checked right now; retry the request.';
  return new ApiError('SERVICE_UNAVAILABLE', message, { retryAfter: 1, cause: error });
}
