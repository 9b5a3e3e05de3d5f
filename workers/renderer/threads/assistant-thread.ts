import { collectGarbage } from '../../../shared/process/collect-garbage.ts';
import { type Canvas, drawBands } from '../people/garments/draw-bands.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { chooseCutout } from '../products/choose-cutout.ts';
import type { LocalProduct } from '../request.ts';
import { analyseScene } from '../scene/scene-analysis.ts';
import { type Answer, answered, asBuffer } from './across-threads.ts';
import { type Claim, isOurs } from './jobs.ts';

export type AssistantTask =
  | { kind: 'cut out'; product: LocalProduct; claim: Claim }
  | { kind: 'analyse'; scene: Pixels; claim: Claim }
  | { kind: 'draw'; canvas: Canvas };

let last: Promise<unknown> = Promise.resolve();

/** One after the other: two cut-outs at once would take as long and twice the memory. */
export default function assist(task: AssistantTask): Promise<Answer<unknown>> {
  const answer = last.then(() => answered(() => perform(task)));
  // The answer is on its way by then.
  last = answer.catch(() => undefined).then(tidied);
  return answer;
}

const tidied = () => new Promise<void>((done) => setImmediate(() => done(collectGarbage())));

/** Undefined where there is no result, or the other thread has begun the job. */
async function perform(task: AssistantTask): Promise<unknown> {
  if (task.kind === 'draw') return drawBands(task.canvas);
  if (!isOurs(task.claim)) return undefined;
  if (task.kind === 'analyse') return analyseScene(task.scene);
  return chooseCutout({ ...task.product, images: task.product.images.map(asBuffer) }, {});
}
