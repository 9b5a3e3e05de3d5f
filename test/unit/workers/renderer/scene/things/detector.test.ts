import { existsSync } from 'node:fs';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';
import { detectThings, readThings } from '../../../../../../workers/renderer/scene/things/detector.ts';
import { roomPixels } from '../../synthetic.ts';

const example = new URL('../../../../../../examples/models/', import.meta.url);

async function exampleScene(name: string): Promise<Pixels> {
  const { data, info } = await sharp(new URL(name, example).pathname)
    .resize(900, 900, { fit: 'inside' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

describe('the detector', () => {
  it('sees the sofa of a room and the person of a portrait, in scene pixels', async () => {
    expect(existsSync(example)).to.equal(true);
    const room = await exampleScene('room-sofa.jpg');
    const sofa = (await detectThings(room)).find(({ kind }) => kind === 'couch');
    expect(sofa!.rect.width).to.be.above(room.width * 0.6);
    expect(sofa!.rect.y + sofa!.rect.height).to.be.within(room.height * 0.8, room.height);
    const portrait = await detectThings(await exampleScene('astronaut.jpg'));
    expect(portrait[0]).to.include({ kind: 'person' });
  });

  it('sees the same things in the same scene, and none in an empty room', async () => {
    const scene = await exampleScene('room-bedside.jpg');
    expect(await detectThings(scene)).to.deep.equal(await detectThings(scene));
    expect(await detectThings(await roomPixels(600, 400))).to.deep.equal([]);
  });

  it('reports less certain persons, tables and small things, but no other things', () => {
    const [person, table, vase, chair] = [0, 60, 75, 56];
    const found = Float32Array.of(
      ...[0, 200, 100, 400, 0.22, person],
      ...[200, 300, 400, 380, 0.18, table],
      ...[420, 300, 460, 380, 0.2, vase],
      ...[100, 400, 200, 500, 0.2, chair],
    );
    const scene = { data: new Uint8Array(0), width: 1024, height: 1024 };
    const things = readThings(found, { x: 0, y: 0, width: 1024, height: 1024 }, 2, scene);
    expect(things.map(({ kind }) => kind)).to.deep.equal(['person', 'vase', 'dining table']);
  });

  it('reads things in scene pixels, without uncertain ones and duplicates', () => {
    const chair = 56;
    const found = Float32Array.of(
      ...[256, 256, 384, 448, 0.5, chair],
      ...[252, 260, 388, 444, 0.4, chair],
      ...[0, 200, 100, 300, 0.1, chair],
      ...[400, 300, 600, 380, 0.9, 0],
    );
    const scene = { data: new Uint8Array(0), width: 1024, height: 512 };
    const square = { x: 0, y: -256, width: 1024, height: 1024 };
    const [person, seat, ...others] = readThings(found, square, 2, scene);
    expect(others).to.deep.equal([]);
    expect(seat).to.deep.include({ kind: 'chair', rect: { x: 512, y: 256, width: 256, height: 256 } });
    expect(person!.rect.x + person!.rect.width).to.equal(1024);
  });
});
