import type { RenderDoc } from './render-model.ts';

type Counted = Pick<RenderDoc, 'enqueueCount' | 'delivery'>;

/** How often a render was enqueued. Documents of the previous release call it `delivery`; read for one release. */
export function enqueueCountOf({ enqueueCount, delivery = 1 }: Counted): number {
  return enqueueCount ?? delivery;
}

/** The change that counts one more; made together with a guard that lets nobody else count in between. */
export function countEnqueue(render: Counted): { enqueueCount: number } {
  return { enqueueCount: enqueueCountOf(render) + 1 };
}
