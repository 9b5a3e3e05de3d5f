import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { RenderCore } from './render-core.ts';
import type { RenderCaller, RenderOrder } from './render-order.ts';

/**
 * Starts a render for a page, which no connection waits for: it continues when the page is closed.
 * @throws ApiError of a render that cannot start
 */
export async function startUnattended(
  core: Pick<RenderCore, 'startRender' | 'waitForRender'>,
  order: RenderOrder,
  caller: Omit<RenderCaller, 'signal'>,
): Promise<RenderDoc> {
  const { signal } = new AbortController();
  const started = await core.startRender(async () => order, { ...caller, signal });
  const limits = { until: caller.receivedAt, signal, acceptsOpen: true, endsWithCaller: false };
  await core.waitForRender(started, limits, async () => undefined);
  return started.render;
}
