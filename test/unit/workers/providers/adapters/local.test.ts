import { expect } from 'chai';
import sharp from 'sharp';
import { silentLogger } from '../../../../../shared/log.ts';
import { createLocalProvider } from '../../../../../workers/providers/adapters/local.ts';
import { type Provider, ProviderError } from '../../../../../workers/providers/provider.ts';

describe('the local renderer as a provider', () => {
  let provider: Provider;

  before(() => {
    provider = createLocalProvider({ threads: 1, detecting: true, log: silentLogger() });
  });
  after(() => provider.close?.());

  const picture = async (background: string) => ({
    bytes: await sharp({ create: { width: 320, height: 240, channels: 4, background } })
      .png()
      .toBuffer(),
    mime: 'image/png' as const,
    width: 320,
    height: 240,
  });
  const render = async (scene: Awaited<ReturnType<typeof picture>>, product: typeof scene) =>
    provider.render(
      {
        renderId: 'a-render',
        scene,
        products: [{ category: 'Chairs', tags: [], images: [product] }],
        prompt: '',
        output: { width: 320, height: 240 },
      },
      { signal: new AbortController().signal, log: silentLogger(), progress: () => undefined },
    );

  it('returns the image and a report', async () => {
    const { image, report } = await render(await picture('#c8c0b0'), await picture('#204080'));
    expect(await sharp(image).metadata()).to.include({ format: 'png', width: 320, height: 240 });
    expect(report).to.include.keys('cutout', 'placements');
  });

  it('rejects a product that cannot be used, so that the next provider is asked', async () => {
    const error = await render(await picture('#c8c0b0'), await picture('#0000')).catch((thrown) => thrown);
    expect(error).to.be.instanceOf(ProviderError).and.include({ failure: 'rejected' });
    expect(error.message).to.match(/fully transparent/);
  });

  it('does not take an unreadable scene for a product that cannot be used', async () => {
    const scene = { ...(await picture('#c8c0b0')), bytes: Buffer.from('not a picture') };
    const error = await render(scene, await picture('#204080')).catch((thrown) => thrown);
    expect(error).to.be.instanceOf(Error).and.not.instanceOf(ProviderError);
  });
});
