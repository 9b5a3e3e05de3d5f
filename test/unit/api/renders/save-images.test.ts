import { expect } from 'chai';
import type { ImageReference } from '../../../../api/renders/render-order.ts';
import { saveImages } from '../../../../api/renders/save-images.ts';
import { untilAborted } from '../../../../shared/async/until-aborted.ts';
import { type BlobStorage, BlobsUnavailable } from '../../../../shared/blobs/blob-storage.ts';
import { ImageRejected } from '../../../../shared/images/image-rejected.ts';
import type { PrepareImage } from '../../../../shared/images/normalise.ts';

const inline = (field: string, text: string): ImageReference => ({
  field,
  kind: 'inline',
  // Large enough for a task of its own.
  data: Buffer.from(text.padEnd(20_000)),
  sha256: text,
});

/** Saves a scene and one product of these images, of which `bad` is refused. */
async function save(products: string[]): Promise<{ error: Error; abandoned: string[]; deleted: string[] }> {
  const [abandoned, deleted]: [string[], string[]] = [[], []];
  const blobs = { deletePrefix: async (prefix: string) => void deleted.push(prefix) };
  const prepare: PrepareImage = async (source, { signal }) => {
    const text = String(source).trim();
    if (text === 'lost') throw new BlobsUnavailable('s3://images', new Error('timed out'));
    if (text === 'bad') throw new ImageRejected('corrupt', 'is damaged.');
    // Like an image that waits for its turn.
    await untilAborted(new Promise(() => {}), signal!).catch(() => abandoned.push(text));
    throw signal!.reason;
  };
  const images = products.map((text, index) => inline(`products[0].images[${index}]`, text));
  const saving = saveImages(
    {
      blobs: blobs as unknown as BlobStorage,
      outbound: {} as never,
      decoder: { prepare, prepareEach: async () => [], check: async () => undefined },
      spoolDir: '',
      fetchTimeoutMs: 1000,
    },
    { renderId: 'rnd_1', turn: { owner: 'acc_1' } },
    { scene: inline('sceneImage', 'scene'), products: [{ tags: [], images }] },
    [],
    new AbortController().signal,
  );
  const error = (await saving.catch((thrown: unknown) => thrown)) as Error;
  return { error, abandoned, deleted };
}

describe('saving the images of a request', () => {
  it('decodes no further image once one is refused, and leaves no blob', async () => {
    const { error, abandoned, deleted } = await save(['bad', 'other']);
    expect(error.message).to.equal('products[0].images[0] is damaged.');
    expect(abandoned).to.have.members(['scene', 'other']);
    expect(deleted).to.deep.equal(['renders/rnd_1/']);
  });

  it('does not wait for a storage again that does not respond', async () => {
    const { error, deleted } = await save(['lost']);
    expect(error).to.be.instanceOf(BlobsUnavailable);
    expect(deleted).to.deep.equal([]);
  });

  it('gives no warning of a leak for as many images as a request can have', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const { abandoned } = await save([...Array.from({ length: 23 }, (_, index) => `image ${index}`), 'bad']);
    await new Promise(setImmediate);
    process.off('warning', note);
    expect(abandoned).to.have.length(24);
    expect(warnings).to.deep.equal([]);
  });
});
