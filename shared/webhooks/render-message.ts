import { countCredits } from '../credits/count-credits.ts';
import { newId } from '../ids.ts';
import { imageUrlPath } from '../renders/image-url.ts';
import type { RenderDoc } from '../renders/render-model.ts';
import { productResults, renderView } from '../renders/render-view.ts';
import type { TerminalState } from '../renders/states.ts';
import type { WebhookMessage } from './webhook-message.ts';

/** Builds the message of an ended render: the render without its image, and the URL of the image. */
export function buildRenderMessage(
  render: RenderDoc,
  baseUrl: string,
  imageUrl = baseUrl + imageUrlPath(render._id),
): WebhookMessage {
  const succeeded = render.state === 'succeeded';
  return {
    type: `render.${render.state}`,
    timestamp: (render.endedAt ?? new Date()).toISOString(),
    data: {
      ...renderView(render, baseUrl),
      ...(succeeded ? { imageUrl, products: productResults(render) } : {}),
      usage: { credits: countCredits(render) },
    },
  };
}

/** Builds the message of a render that does not exist, for tests of receivers. */
export function buildSampleMessage(state: TerminalState, baseUrl: string, now = new Date()): WebhookMessage {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const render = {
    ...{ _id: newId('rnd'), state, mode: 'test', createdAt: before(66), deadlineAt: before(-214) },
    ...(state === 'cancelled' ? {} : { startedAt: before(65) }),
    endedAt: now,
    timings:
      state === 'succeeded' ? { intake: 35, queue: 12, provider: 64_210, encode: 420 } : { intake: 35 },
    products: [{ title: 'Arc floor lamp', images: [], fidelity: 'generic' }],
    ...(state === 'failed'
      ? { failure: { code: 'MODEL_ERROR', message: 'The model returned no usable image.' } }
      : {}),
  } as unknown as RenderDoc;
  return buildRenderMessage(render, baseUrl);
}
