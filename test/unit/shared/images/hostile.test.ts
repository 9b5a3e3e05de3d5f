import { expect } from 'chai';
import sharp from 'sharp';
import { ImageRejected, inspectImage } from '../../../../shared/images/inspect.ts';
import { normaliseImage } from '../../../../shared/images/normalise.ts';
import { sharp as guarded } from '../../../../shared/images/sharp-setup.ts';
import * as make from './make-images.ts';

const formats = ['jpeg', 'png', 'webp'] as const;
const plain = (format: (typeof formats)[number]) => make.pattern(128, 128).toFormat(format).toBuffer();

/** The image's bytes when they are taken, else why not. Any other failure is a bug and is thrown. */
async function verdict(bytes: Buffer): Promise<Buffer | string> {
  try {
    const { data } = await normaliseImage(bytes, await inspectImage(bytes));
    return data ?? bytes;
  } catch (error) {
    if (error instanceof ImageRejected) return error.reason;
    throw error;
  }
}

describe('hostile images', () => {
  for (const format of formats) {
    it(`refuses a ${format} cut off at each 64th of its length`, async () => {
      const whole = await plain(format);
      for (let part = 0; part < 64; part++) {
        const cut = whole.subarray(0, Math.floor((whole.length * part) / 64));
        expect(await verdict(cut), `${part}/64`).to.be.oneOf(['corrupt', 'empty', 'type']);
      }
    });

    it(`refuses a progressive or interlaced ${format} without its last tenth`, async () => {
      const options = format === 'webp' ? { lossless: true } : { progressive: true };
      const whole = await make.pattern(128, 128).toFormat(format, options).toBuffer();
      expect(await verdict(whole.subarray(0, Math.floor(whole.length * 0.9)))).to.equal('corrupt');
    });

    it(`survives 100 ${format} files with flipped bits, and what it takes can be decoded`, async () => {
      const whole = await plain(format);
      const random = make.seededRandom(format.length * 77);
      let taken = 0;
      for (let round = 0; round < 100; round++) {
        const flipped = Buffer.from(whole);
        const flips = 1 + Math.floor(random() * 6);
        // Half of the rounds aim at the header, where the damage is greatest.
        const reach = round % 2 ? whole.length : 200;
        for (let flip = 0; flip < flips; flip++) {
          const at = Math.floor(random() * reach);
          flipped[at] = flipped[at]! ^ (1 << Math.floor(random() * 8));
        }
        const result = await verdict(flipped);
        if (typeof result === 'string') continue;
        taken++;
        await sharp(result, { failOn: 'error' }).raw().toBuffer();
      }
      // A PNG's checksums tell nearly every flip.
      expect(taken).to.be.within(format === 'png' ? 0 : 1, 99);
    });
  }

  it('decodes a flat PNG of 49 megapixels', async () => {
    const create = { width: 7000, height: 7000, channels: 3 as const, background: '#a83' };
    const bytes = await sharp({ create }).png({ compressionLevel: 1 }).toBuffer();
    expect(await inspectImage((await verdict(bytes)) as Buffer)).to.include({ width: 2048, height: 2048 });
  });

  it('refuses a JPEG of thousands of scans before it decodes one', async () => {
    const progressive = await make.pattern(1024, 1024).jpeg({ progressive: true, quality: 40 }).toBuffer();
    expect(await verdict(make.withScans(progressive, 3000))).to.equal('corrupt');
    expect(await verdict(progressive)).to.be.instanceOf(Buffer);
  });

  it('refuses a PNG whose header checksum is wrong', async () => {
    const png = await plain('png');
    png[29] = png[29]! ^ 1;
    expect(await verdict(png)).to.equal('corrupt');
  });

  it('lets no other code of the process load SVG, GIF or TIFF by accident', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const pattern = make.pattern(64, 64);
    const others = [svg, await pattern.clone().gif().toBuffer(), await pattern.clone().tiff().toBuffer()];
    for (const bytes of others) {
      const error = await guarded(bytes)
        .metadata()
        .catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(Error);
    }
  });
});
