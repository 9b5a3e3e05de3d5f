import type { DrawingHelper } from '../people/garments/draw-garment.ts';
import { sharedMemory } from '../pixels/memory.ts';
import type { Pixels } from '../pixels/pixels.ts';
import type { Chosen } from '../products/choose-cutout.ts';
import type { LocalProduct } from '../request.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import type { Thing } from '../scene/things/thing.ts';
import type { HelperTask } from './helper-thread.ts';
import type { TaskClaim } from './shared-tasks.ts';
import { createThreadPool } from './thread-pool.ts';
import { asBuffer, type ThreadResponse, unwrap } from './thread-response.ts';

/** A second thread for one render at a time. Its results are those that the render thread would compute itself. */
export interface HelperThread extends DrawingHelper {
  /** Resolves to undefined when the render thread has claimed the task. @throws RendererError like `chooseCutout` */
  cutOut(product: LocalProduct, claim: TaskClaim): Promise<Chosen | undefined>;
  analyse(scene: Pixels, things: Thing[], claim: TaskClaim): Promise<SceneModel | undefined>;
  close(): Promise<void>;
}

/** The thread starts with its first task and ends with the thread that created it. */
export function createHelperThread(): HelperThread {
  const pool = createThreadPool<HelperTask, ThreadResponse<unknown>>({
    beside: import.meta.url,
    file: './helper-thread',
    threads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    tasksAtOnce: 3,
  });
  const run = async (task: HelperTask): Promise<unknown> => unwrap(await pool.run(task));
  return {
    memory: sharedMemory,
    async cutOut(product, claim) {
      const chosen = (await run({ kind: 'cut out', product, claim })) as Chosen | undefined;
      return chosen && { ...chosen, cutout: { ...chosen.cutout, rgba: asBuffer(chosen.cutout.rgba) } };
    },
    async analyse({ data, width, height }, things, claim) {
      const scene = { data: new Uint8Array(sharedMemory.toBytes(data).buffer), width, height };
      return (await run({ kind: 'analyse', scene, things, claim })) as SceneModel | undefined;
    },
    async draw(canvas) {
      await run({ kind: 'draw', canvas });
    },
    close: pool.close,
  };
}
