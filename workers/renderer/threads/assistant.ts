import type { SecondHand } from '../people/garments/draw-garment.ts';
import type { Pixels } from '../pixels/pixels.ts';
import type { Chosen } from '../products/choose-cutout.ts';
import type { LocalProduct } from '../request.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import { type Answer, asBuffer, resultOf } from './across-threads.ts';
import type { AssistantTask } from './assistant-thread.ts';
import type { Claim } from './jobs.ts';
import { sharedMemory } from './memory.ts';
import { createThreadPool } from './thread-pool.ts';

/** A second thread for one render at a time; what it does, this thread would do with the same result. */
export interface Assistant extends SecondHand {
  /** Undefined when the job was begun here. @throws ProviderError like `chooseCutout` */
  cutOut(product: LocalProduct, claim: Claim): Promise<Chosen | undefined>;
  analyse(scene: Pixels, claim: Claim): Promise<SceneModel | undefined>;
  close(): Promise<void>;
}

/** Starts with the first thing it is asked, and ends with the thread that made it. */
export function createAssistant(): Assistant {
  const pool = createThreadPool<AssistantTask, Answer<unknown>>({
    beside: import.meta.url,
    file: './assistant-thread',
    threads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    tasksAtOnce: 3,
  });
  const ask = async (task: AssistantTask): Promise<unknown> => resultOf(await pool.run(task));
  return {
    memory: sharedMemory,
    async cutOut(product, claim) {
      const chosen = (await ask({ kind: 'cut out', product, claim })) as Chosen | undefined;
      return chosen && { ...chosen, cutout: { ...chosen.cutout, rgba: asBuffer(chosen.cutout.rgba) } };
    },
    async analyse({ data, width, height }, claim) {
      const scene = { data: new Uint8Array(sharedMemory.bytesOf(data).buffer), width, height };
      return (await ask({ kind: 'analyse', scene, claim })) as SceneModel | undefined;
    },
    async draw(canvas) {
      await ask({ kind: 'draw', canvas });
    },
    close: pool.close,
  };
}
