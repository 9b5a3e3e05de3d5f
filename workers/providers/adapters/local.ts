import { createLocalRendererPool, type LocalRendererOptions, RendererError } from '../../renderer/index.ts';
import { type Provider, ProviderError } from '../provider.ts';

/** Creates the local renderer as a provider: threads of this process, no network, no GPU. */
export function createLocalProvider(options: LocalRendererOptions): Provider {
  const pool = createLocalRendererPool(options);
  return {
    name: 'local',
    async render({ scene, products, output }, { signal, progress }) {
      const request = {
        scene: scene.bytes,
        products: products.map((product) => ({
          ...product,
          images: product.images.map((image) => image.bytes),
        })),
        output,
      };
      try {
        const { png, report } = await pool.render(request, { signal, progress });
        return { image: png, report: { ...report } };
      } catch (error) {
        if (error instanceof RendererError)
          throw new ProviderError('rejected', error.message, { cause: error });
        throw error;
      }
    },
    close: () => pool.close(),
  };
}
