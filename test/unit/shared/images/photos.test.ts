import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import sharp from 'sharp';
import { ImageRejected, inspectImage, type RejectReason } from '../../../../shared/images/inspect.ts';
import { normaliseImage } from '../../../../shared/images/normalise.ts';

const folder = fileURLToPath(new URL('../../../../../shared/photos/tricky/', import.meta.url));

type Verdict = RejectReason | 'kept' | 'cleaned' | 'encoded';

/** What becomes of each file: `cleaned` lost its metadata and kept its pixels, `encoded` was made anew. */
const verdicts: Record<string, Verdict> = {
  'UPPER CASE & spaces (1).JPG': 'kept',
  'anim.avif': 'encoded',
  'anim.webp': 'cleaned',
  'anim_apng.png': 'cleaned',
  'bomb_gif_screen_65535.gif': 'type',
  'bomb_png_20000x20000_rgb.png': 'too-many-pixels',
  'bomb_png_header_2g.png': 'too-many-pixels',
  'bomb_webp_16383.webp': 'too-many-pixels',
  'exif_broken.jpg': 'cleaned',
  'exif_orientation_0_invalid.jpg': 'cleaned',
  'exif_orientation_2.jpg': 'encoded',
  'exif_orientation_4.jpg': 'encoded',
  'exif_orientation_6.jpg': 'encoded',
  'exif_orientation_6.webp': 'encoded',
  'exif_orientation_8.jpg': 'encoded',
  'jpeg_444.jpg': 'kept',
  'jpeg_bitrot.jpg': 'kept',
  'jpeg_grayscale.jpg': 'encoded',
  'jpeg_icc_garbage.jpg': 'encoded',
  'jpeg_no_eoi.jpg': 'cleaned',
  'jpeg_trailing_garbage.jpg': 'cleaned',
  'jpeg_truncated_60pct.jpg': 'corrupt',
  'magic_only.png': 'corrupt',
  noextension_jpeg: 'kept',
  'ok_control.avif': 'encoded',
  'ok_control.png': 'kept',
  'one_byte.png': 'type',
  'other.heic': 'type',
  'other.jp2': 'type',
  'other_cmyk.tiff': 'type',
  'photo.jfif': 'kept',
  'png_16bit_rgb.png': 'encoded',
  'png_1bit.png': 'encoded',
  'png_bad_crc_ancillary.png': 'cleaned',
  'png_bad_crc_ihdr.png': 'corrupt',
  'png_fully_transparent.png': 'empty',
  'png_iccp_bomb.png': 'too-small',
  'png_no_iend.png': 'encoded',
  'png_truncated.png': 'corrupt',
  'polyglot_gif_js.gif': 'type',
  'polyglot_jpeg_html_comment.jpg': 'cleaned',
  'polyglot_png_html_text.png': 'cleaned',
  'product_soft_shadow_rgba.png': 'cleaned',
  'shape_3x4000.png': 'too-thin',
  'shape_tiny_64.jpg': 'kept',
  'svg_external_ref.svg': 'type',
  'svg_script.svg': 'type',
  'webp_lossless_alpha.webp': 'kept',
  'wrongext_jpg_is_avif.jpg': 'encoded',
  'wrongext_jpg_is_html.jpg': 'type',
  'wrongext_jpg_is_png.jpg': 'kept',
  'wrongext_jpg_is_webp.jpg': 'kept',
  'wrongext_png_is_jpeg.png': 'kept',
  'zero_byte.jpg': 'empty',
};

const getPixels = (image: Buffer) => sharp(image, { failOn: 'none' }).raw().toBuffer();

async function getVerdict(path: string): Promise<Verdict> {
  const bytes = readFileSync(path);
  try {
    const { changed, data } = await normaliseImage(path, await inspectImage(path));
    if (!changed || !data) return 'kept';
    const { exif, icc, comments, width, height } = await sharp(data).metadata();
    expect([exif, icc, comments]).to.deep.equal([undefined, undefined, undefined]);
    expect([width, height]).to.not.include(undefined);
    // A sequence is not opened without being sanitised.
    const before = await getPixels(bytes).catch(() => undefined);
    return before?.equals(await getPixels(data)) ? 'cleaned' : 'encoded';
  } catch (error) {
    if (error instanceof ImageRejected) return error.reason;
    throw error;
  }
}

describe('tricky photos', () => {
  if (!existsSync(folder)) {
    it.skip(`are not on this machine: no folder ${folder}`);
    return;
  }

  it('are all in the table', () => {
    expect(readdirSync(folder).filter((name) => !Object.hasOwn(verdicts, name))).to.deep.equal([]);
  });

  for (const [name, verdict] of Object.entries(verdicts)) {
    if (!existsSync(folder + name)) continue;
    it(`${name}: ${verdict}`, async () => {
      expect(await getVerdict(folder + name)).to.equal(verdict);
    });
  }
});
