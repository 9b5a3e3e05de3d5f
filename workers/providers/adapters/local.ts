import type { Logger } from '../../../shared/log.ts';
import { createLocalRendererPool } from '../../renderer/threads/pool.ts';
import type { Provider } from '../provider.ts';

/** The embedded renderer as a provider: threads of this process, no network, no GPU. */
export function createLocalProvider(options: { threads: number; log: Logger }): Provider {
  const pool = createLocalRendererPool(options);
  return {
    name: 'local',
    async render({ scene, products, output }, { signal, progress }) {
      const { png, report } = await pool.render(
        {
          scene: scene.bytes,
          products: products.map((product) => ({
            ...product,
            images: product.images.map((image) => image.bytes),
          })),
          output,
        },
        { signal, progress },
      );
      return { image: png, report: { ...report } };
    },
    close: () => pool.close(),
  };
}
