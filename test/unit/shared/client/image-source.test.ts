import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { type ImageSource, readImages } from '../../../../shared/client/image-source.ts';

const file = 'examples/orchid.jpg';

describe('The images of the client’s requests', () => {
  it('may be files, buffers and streams, and become data URLs of the same bytes', async () => {
    const bytes = await readFile(file);
    const buffer = new Uint8Array(bytes).buffer;
    const sources: ImageSource[] = [await openAsBlob(file), bytes, buffer, new Blob([buffer]).stream()];
    const { products } = await readImages({
      sceneImage: 'https://a.example/',
      products: [{ images: sources }],
    });
    expect(products[0]!.images).to.have.length(4);
    for (const image of products[0]!.images!) {
      const [head, base64] = image.split(',');
      expect(head).to.equal('data:application/octet-stream;base64');
      expect(Buffer.from(base64!, 'base64').equals(bytes)).to.equal(true);
    }
  });

  it('leaves URLs, data URLs and everything else of the request as they are', async () => {
    const sceneImage = 'data:image/png;base64,AAAA';
    const products = [{ title: 'Lamp', productUrl: 'https://shop.example/lamp' }, { title: 'Rug' }];
    expect(await readImages({ sceneImage, aspect: 'auto', products })).to.deep.equal({
      sceneImage,
      aspect: 'auto',
      products,
    });
    const url = new URL('https://a.example/room.jpg');
    expect(await readImages({ sceneImage: url, products })).to.include({ sceneImage: url.href });
  });

  it('names the image that is none', async () => {
    const images = ['https://a.example/', 7 as unknown as string];
    const problem = await readImages({ sceneImage: 'https://a.example/', products: [{ images }] }).catch(
      String,
    );
    expect(problem).to.match(/^TypeError: products\[0\]\.images\[1\] must be/);
  });

  it('stops reading a stream after 8 MiB', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const problem = await readImages({ sceneImage: endless, products: [] }).catch(String);
    expect(problem).to.equal('RangeError: sceneImage has more than 8 MiB; send a smaller image.');
    expect(pulled).to.be.lessThan(12);
    const large = new Blob([new Uint8Array(8 * 1024 * 1024 + 1)]);
    expect(await readImages({ sceneImage: large, products: [] }).catch(String)).to.match(/^RangeError/);
  });
});
