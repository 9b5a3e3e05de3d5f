import type { EndedRender, Render } from './render-states.ts';
import { readJson, type Transport } from './transport.ts';

export interface ReadOptions {
  /** The image as a data URL (the default), as its URL, or left out. */
  image?: 'data' | 'url' | 'none';
  signal: AbortSignal;
}

/** An image of 10 MB takes this long at 1 Mbit/s. */
export const imageTimeoutMs = 120_000;

const endStates: readonly Render['state'][] = ['succeeded', 'failed', 'cancelled', 'expired'];

export const isEnded = (render: Render): render is EndedRender => endStates.includes(render.state);

export const toPath = (id: string) => `/visualize/${encodeURIComponent(id)}`;

/** One request, without retries. */
export function readRender(transport: Transport, id: string, options: ReadOptions): Promise<Render> {
  const { image = 'data', signal } = options;
  const timeout = image === 'data' ? { timeoutMs: imageTimeoutMs } : {};
  return transport({ path: `${toPath(id)}?image=${image}`, signal, ...timeout }, readJson<Render>);
}

/** One request, without retries: cancels an open render; of one that has ended, deletes the images. */
export function deleteRender(transport: Transport, id: string, signal: AbortSignal): Promise<Render> {
  return transport({ method: 'DELETE', path: toPath(id), signal }, readJson<Render>);
}

/** Cancels a render unless it has ended, and returns it; an image that was paid for stays. */
export async function cancelOpenRender(
  transport: Transport,
  id: string,
  signal: AbortSignal,
): Promise<Render> {
  const render = await readRender(transport, id, { image: 'none', signal });
  return isEnded(render) ? render : deleteRender(transport, id, signal);
}
