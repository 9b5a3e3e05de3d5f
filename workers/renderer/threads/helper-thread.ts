import { collectGarbage } from '../../../shared/process/collect-garbage.ts';
import { drawBands, type GarmentCanvas } from '../people/garments/draw-bands.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { chooseCutout } from '../products/choose-cutout.ts';
import type { LocalProduct } from '../request.ts';
import { analyseScene } from '../scene/scene-analysis.ts';
import type { Thing } from '../scene/things/thing.ts';
import { claimForHelper, type TaskClaim } from './shared-tasks.ts';
import { asBuffer, respondToTask, type ThreadResponse } from './thread-response.ts';

export type HelperTask =
  | { kind: 'cut out'; product: LocalProduct; claim: TaskClaim }
  | { kind: 'analyse'; scene: Pixels; things: Thing[]; claim: TaskClaim }
  | { kind: 'draw'; canvas: GarmentCanvas };

let last: Promise<unknown> = Promise.resolve();

/** Runs tasks one after the other: two cut-outs at once would take as long and need twice the memory. */
export default function help(task: HelperTask): Promise<ThreadResponse<unknown>> {
  const response = last.then(() => respondToTask(() => perform(task)));
  last = response.catch(() => undefined).then(collectAfterResponse);
  return response;
}

/** By then the response has been posted. */
const collectAfterResponse = () => new Promise<void>((done) => setImmediate(() => done(collectGarbage())));

/** Returns undefined for drawing, which has no result, and when the render thread has claimed the task. */
async function perform(task: HelperTask): Promise<unknown> {
  if (task.kind === 'draw') return drawBands(task.canvas);
  if (!claimForHelper(task.claim)) return undefined;
  if (task.kind === 'analyse') return analyseScene(task.scene, task.things);
  return chooseCutout({ ...task.product, images: task.product.images.map(asBuffer) }, {});
}
