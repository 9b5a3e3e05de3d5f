import type { RenderDoc } from './render-model.ts';

type Counted = Pick<RenderDoc, 'enqueueCount' | 'delivery'>;

/** Returns how often a render was enqueued. Documents of the previous release call it `delivery`: one release. */
export function getEnqueueCount({ enqueueCount, delivery = 1 }: Counted): number {
  return enqueueCount ?? delivery;
}

/**
 * Builds the `$set` that counts one more; use it with a guard under which no other process can count at the same
 * time.
 */
export function countEnqueue(render: Counted): { enqueueCount: number } {
  return { enqueueCount: getEnqueueCount(render) + 1 };
}
