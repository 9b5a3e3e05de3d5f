import { expect } from 'chai';
import type { ImageReference } from '../../../../api/visualize/image-references.ts';
import { saveImages } from '../../../../api/visualize/save-images.ts';
import { untilAborted } from '../../../../shared/async/until-aborted.ts';
import type { BlobStorage } from '../../../../shared/blobs/blob-storage.ts';
import { ImageRejected } from '../../../../shared/images/image-rejected.ts';

const inline = (field: string, text: string): ImageReference => ({
  field,
  kind: 'inline',
  data: Buffer.from(text),
  sha256: text,
});

const request = {
  sceneImage: '',
  products: [{ images: ['', ''] }],
} as unknown as Parameters<typeof saveImages>[2]['request'];

describe('saving the images of a request', () => {
  it('decodes no further image once one is refused, and leaves no blob', async () => {
    const abandoned: string[] = [];
    const deleted: string[] = [];
    const blobs = { deletePrefix: async (prefix: string) => void deleted.push(prefix) };
    const prepare = async (source: Buffer | string, { signal }: { signal?: AbortSignal | undefined }) => {
      if (String(source) === 'bad') throw new ImageRejected('corrupt', 'is damaged.');
      // Like an image that waits for its turn.
      await untilAborted(new Promise(() => {}), signal!).catch((error: unknown) => {
        abandoned.push(String(source));
        throw error;
      });
      throw new Error('not reached');
    };
    const saving = saveImages(
      {
        blobs: blobs as unknown as BlobStorage,
        outbound: {} as never,
        decoder: { prepare, check: async () => undefined },
        spoolDir: '',
        fetchTimeoutMs: 1000,
      },
      { renderId: 'rnd_1', account: 'acc_1' },
      {
        request,
        images: {
          scene: inline('sceneImage', 'scene'),
          products: [[inline('products[0].images[0]', 'bad'), inline('products[0].images[1]', 'other')]],
        },
      },
      [undefined] as never,
      new AbortController().signal,
    );
    const error = await saving.catch((thrown: unknown) => thrown);
    expect((error as Error).message).to.equal('products[0].images[0] is damaged.');
    expect(abandoned).to.have.members(['scene', 'other']);
    expect(deleted).to.deep.equal(['renders/rnd_1/']);
  });
});
