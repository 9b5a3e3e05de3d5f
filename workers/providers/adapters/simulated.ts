import { setTimeout as sleep } from 'node:timers/promises';
import { outputPng } from '../../../shared/images/output.ts';
import { sharp } from '../../../shared/images/sharp-setup.ts';
import type { SimulationName } from '../../../shared/renders/simulations.ts';
import { type Provider, ProviderError, type ProviderRequest } from '../provider.ts';

interface SimulatedOptions {
  /** Renders that may wait at once: the other places of the worker stay free for live ones. */
  maxWaiting: number;
}

const retryAfter = 10;

type Outcome = (request: ProviderRequest) => Promise<Buffer> | Buffer;

/** By the outcome that the test key has chosen; the API decides the others. */
const outcomes: Partial<Record<SimulationName, Outcome>> = {
  success: drawProducts,
  'model-error': () => fail(new ProviderError('failed', 'The simulated provider failed.')),
  'model-timeout': () =>
    fail(new ProviderError('failed', 'The simulated provider did not respond in time.', { hung: true })),
  'unsafe-content': () =>
    fail(new ProviderError('rejected', 'The simulated provider refused the content.', { safety: true })),
  'unusable-image': ({ scene }) => scene.bytes,
  'model-unavailable': () =>
    fail(new ProviderError('unavailable', 'The simulated provider is down.', { retryAfter })),
};

/**
 * Creates the provider of the renders whose outcome a test key has chosen (shared/renders/simulations.ts). It is no part
 * of any configured chain.
 */
export function createSimulatedProvider({ maxWaiting }: SimulatedOptions): Provider {
  let waiting = 0;
  return {
    name: 'simulated',
    async render(request, { signal, progress }) {
      const { name, seconds } = request.simulation!;
      const outcome = outcomes[name];
      if (!outcome) throw new ProviderError('rejected', `No provider is asked for ${name}.`);
      if (seconds > 0 && waiting >= maxWaiting)
        throw new ProviderError('unavailable', 'Too many simulated renders wait.', { retryAfter });
      waiting += 1;
      try {
        await pass(seconds, progress, signal);
      } finally {
        waiting -= 1;
      }
      return { image: await outcome(request) };
    },
  };
}

/** Lets the time pass, with a report each second. */
async function pass(
  seconds: number,
  progress: (share: number, note: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    progress(passed / seconds, 'rendering');
    await sleep(1000, undefined, { signal });
  }
}

function fail(error: ProviderError): never {
  throw error;
}

/** Draws the products in a row at the lower edge of the scene. */
async function drawProducts({ scene, products, output }: ProviderRequest): Promise<Buffer> {
  const { width, height } = output;
  const side = Math.max(1, Math.floor(Math.min(width / products.length, height / 3)));
  const drawn = await Promise.all(
    products.map(async ({ images }, index) => ({
      input: await sharp(images[0]!.bytes).resize(side, side, { fit: 'inside' }).png().toBuffer(),
      left: index * side,
      top: height - side,
    })),
  );
  const image = sharp(scene.bytes).resize(width, height, { fit: 'fill' }).composite(drawn);
  return image.flatten().png(outputPng).toBuffer();
}
