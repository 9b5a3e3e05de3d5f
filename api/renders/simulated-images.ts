import { invalidInput } from '../../shared/errors.ts';
import { sha256Hex } from '../../shared/ids.ts';
import type { KeyMode } from '../../shared/keys/key-format.ts';
import {
  isSimulationName,
  maxSimulatedSeconds,
  type Simulation,
  simulatedProduct,
  simulationHost,
  simulations,
} from '../../shared/renders/simulations.ts';
import { readSampleImage } from '../docs/sample-request.ts';
import type { ImageReference, RenderOrder } from './render-order.ts';

/**
 * Returns an order whose images on `simulate.test` are those of the sample, with the outcome that its scene names. Of a
 * live key it is returned as it is: the host does not exist.
 * @throws ApiError INVALID_INPUT for a name or a time that is not known
 */
export function placeSimulation(order: RenderOrder, mode: KeyMode): RenderOrder {
  if (mode !== 'test') return order;
  const products = order.products.map((product) => ({
    ...product,
    images: product.images.map(toProductImage),
  }));
  const url = toSimulationUrl(order.scene);
  if (!url) return { ...order, products };
  const simulation = readSimulation(url, order.scene.field);
  return { ...order, products, simulation, scene: toScene(simulation, order.scene.field) };
}

function toSimulationUrl(image: ImageReference): URL | undefined {
  const url = image.kind === 'url' && URL.canParse(image.url) ? new URL(image.url) : undefined;
  return url?.hostname === simulationHost ? url : undefined;
}

function readSimulation(url: URL, field: string): Simulation {
  const name = url.pathname.slice(1);
  if (!isSimulationName(name)) {
    const known = Object.keys(simulations).join(', ');
    throw invalidInput(field, `names no simulation: https://${simulationHost}/ knows ${known}.`);
  }
  const seconds = url.searchParams.get('seconds') ?? '0';
  if (!/^\d{1,3}$/.test(seconds) || Number(seconds) > maxSimulatedSeconds)
    throw invalidInput(field, `must have seconds from 0 to ${maxSimulatedSeconds}.`);
  return { name, seconds: Number(seconds) };
}

const toSample = (field: string, image: 'scene' | 'product'): ImageReference => {
  const data = readSampleImage(image);
  return { field, kind: 'stored', data, sha256: sha256Hex(data) };
};

function toScene({ name }: Simulation, field: string): ImageReference {
  if (name !== 'invalid-image') return toSample(field, 'scene');
  const data = Buffer.from('This is no image.');
  return { field, kind: 'inline', data, sha256: sha256Hex(data) };
}

function toProductImage(image: ImageReference): ImageReference {
  const url = toSimulationUrl(image);
  if (!url) return image;
  if (url.pathname.slice(1) === simulatedProduct) return toSample(image.field, 'product');
  throw invalidInput(image.field, `must be https://${simulationHost}/${simulatedProduct} on this host.`);
}
