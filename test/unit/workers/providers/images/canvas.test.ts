import { expect } from 'chai';
import sharp from 'sharp';
import { aspectShapes } from '../../../../../workers/providers/images/aspect-shapes.ts';
import { fitToShapes } from '../../../../../workers/providers/images/canvas.ts';
import { ProviderError } from '../../../../../workers/providers/provider.ts';
import { paint, scenePicture, wrongShape } from '../../../../support/providers/pictures.ts';

describe('canvas of a model', () => {
  /** Scenes of usual and odd shapes; the last two are the thinnest that the API takes. */
  const scenes: [number, number, string][] = [
    [600, 400, '3:2'],
    [601, 400, '3:2'],
    [640, 480, '4:3'],
    [631, 480, '4:3'],
    [333, 500, '2:3'],
    [480, 1000, '9:16'],
    [1000, 300, '21:9'],
    [1280, 64, '21:9'],
    [64, 1280, '9:16'],
  ];
  for (const [width, height, name] of scenes) {
    it(`brings ${width} × ${height} to ${name} and back without stretching`, async () => {
      const scene = await scenePicture({ width, height });
      const { scene: sent, shape, cut } = await fitToShapes(scene, aspectShapes);
      expect(`${shape.width}:${shape.height}`).to.equal(name);
      const actual = await sharp(sent.bytes).metadata();
      expect([actual.width, actual.height]).to.deep.equal([sent.width, sent.height]);
      expect((sent.width * shape.height) / (sent.height * shape.width)).to.be.closeTo(1, 0.02);
      const delivered = await paint(sent.bytes, { width: shape.width * 100, height: shape.height * 100 });
      const kept = await sharp(await cut(delivered)).metadata();
      expect((kept.width * height) / (kept.height * width)).to.be.closeTo(1, 0.02);
    });
  }

  it('returns how much of each side is margin', async () => {
    const { margin } = await fitToShapes(await scenePicture({ width: 1000, height: 300 }), aspectShapes);
    expect(margin!.sides).to.equal('top and bottom');
    expect(margin!.share).to.be.closeTo((1 - 300 / (1000 * (9 / 21))) / 2, 0.005);
  });

  it('does not cut an image that has the scene’s own shape although another was requested', async () => {
    const { cut } = await fitToShapes(await scenePicture({ width: 500, height: 300 }), aspectShapes);
    const own = await scenePicture({ width: 1000, height: 600 });
    expect(await cut(own.bytes)).to.equal(own.bytes);
  });

  it('does not turn a wrong shape into a right one', async () => {
    const { cut } = await fitToShapes(await scenePicture({ width: 500, height: 300 }), aspectShapes);
    const { width, height } = await sharp(await cut(await wrongShape())).metadata();
    expect(width / height).to.be.greaterThan(2);
  });

  for (const [title, bytes] of [
    ['no image', Buffer.from('not an image')],
    ['nothing', Buffer.alloc(0)],
  ] as const) {
    it(`fails on ${title}`, async () => {
      const { cut } = await fitToShapes(await scenePicture({ width: 500, height: 300 }), aspectShapes);
      const error = await cut(bytes).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ProviderError).and.to.have.property('failure', 'failed');
    });
  }
});
