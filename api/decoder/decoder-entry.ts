// The main file of a decoder's process: one task after the other, until the parent is gone.
import { ImageRejected } from '../../shared/images/image-rejected.ts';
import { type ImageLimits, inspectImage } from '../../shared/images/inspect.ts';
import { prepareImage } from '../../shared/images/normalise.ts';
import type { DecoderMessage, DecoderTask, ImageSource, Prepared, Unusable } from './messages.ts';

async function firstUnusable(
  sources: ImageSource[],
  limits: Partial<ImageLimits>,
): Promise<Unusable | undefined> {
  for (const [index, source] of sources.entries()) {
    try {
      await inspectImage(source, limits);
    } catch (error) {
      if (!(error instanceof ImageRejected)) throw error;
      return { index, reason: error.reason, message: error.message };
    }
  }
  return undefined;
}

async function prepareOne(source: ImageSource, limits: Partial<ImageLimits>): Promise<Prepared> {
  try {
    return { image: await prepareImage(source, { limits }) };
  } catch (error) {
    if (!(error instanceof ImageRejected)) throw error;
    return { rejected: { reason: error.reason, message: error.message } };
  }
}

/** One after the other: a process has one slot. */
async function prepareEach(sources: ImageSource[], limits: Partial<ImageLimits>): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const source of sources) prepared.push(await prepareOne(source, limits));
  return prepared;
}

async function perform(task: DecoderTask): Promise<unknown> {
  if (task.kind === 'check') return firstUnusable(task.sources, task.limits);
  if (task.kind === 'inspect') return inspectImage(task.source, task.limits);
  return prepareEach(task.sources, task.limits);
}

async function respondTo(task: DecoderTask): Promise<DecoderMessage> {
  try {
    return { kind: 'result', result: await perform(task) };
  } catch (error) {
    if (!(error instanceof ImageRejected)) return { kind: 'failed', message: String(error) };
    return { kind: 'rejected', reason: error.reason, message: error.message };
  }
}

const send = (message: DecoderMessage) => process.send?.(message);

// The parent, which still drains after a signal to all processes, decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// `exit` would wait for the threads, of which one may be decoding.
const end = () => process.kill(process.pid, 'SIGKILL');
process.on('disconnect', end);
process.on('message', async (task: DecoderTask) => send(await respondTo(task)));
// What preloads into our children takes the reference away.
process.channel?.ref();
if (process.connected) send({ kind: 'ready' });
else end();
