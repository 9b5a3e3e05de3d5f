import { expect } from 'chai';
import sharp from 'sharp';
import { toLab } from '../../../../../../../workers/renderer/pixels/lab.ts';
import { sample } from '../../../../../../../workers/renderer/pixels/plane.ts';
import { mendMask } from '../../../../../../../workers/renderer/products/cutout/worn/mend.ts';
import { getPlaces } from '../../../../../../../workers/renderer/products/cutout/worn/places.ts';
import {
  type SeparatedGarment,
  separateGarment,
} from '../../../../../../../workers/renderer/products/cutout/worn/separate-garment.ts';
import { showsWearer } from '../../../../../../../workers/renderer/products/cutout/worn/shows-wearer.ts';
import { wearerFrame } from '../../../../../../../workers/renderer/products/cutout/worn/wearer-frame.ts';
import type { Zone } from '../../../../../../../workers/renderer/zones.ts';
import { drawnPerson } from '../../../people/figure.ts';

const [width, height] = [300, 400];

/** The drawn person, 600 × 800, at half its size. */
async function evidenceFor(zone: Zone, legged: boolean) {
  const { scene, person } = await drawnPerson();
  const rgb = await sharp(scene.data, { raw: { width: 600, height: 800, channels: 3 } })
    .resize(width, height)
    .raw()
    .toBuffer();
  const scale = person.mask.width / width;
  const outline = Float32Array.from({ length: width * height }, (_, i) =>
    sample(person.mask, ((i % width) + 0.5) * scale - 0.5, (Math.floor(i / width) + 0.5) * scale - 0.5),
  );
  const getPlace = getPlaces(zone, legged, wearerFrame(person), { top: 70, bottom: 800 });
  return { image: toLab(rgb, width, height, 3), person: outline, placeOf: getPlace, toPhoto: 2, zone };
}

describe('a garment separated from the person who wears it', () => {
  const found = async (zone: Zone, legged = false) => {
    const evidence = await evidenceFor(zone, legged);
    const parted = separateGarment(evidence) as SeparatedGarment;
    const { mask } = mendMask(parted.garment, { person: evidence.person, skin: parted.skin, width, height });
    const at = (x: number, y: number): number => mask[Math.round(y / 2) * width + Math.round(x / 2)]!;
    return { evidence, parted, mask, at };
  };

  it('is the top with its sleeves, without face, arms, hand, trousers and background', async () => {
    const { at } = await found('torso');
    for (const [x, y] of [
      [300, 300],
      [300, 500],
      [200, 310],
      [400, 310],
    ] as const)
      expect(at(x, y), `cloth at ${x}, ${y}`).to.equal(1);
    for (const [x, y] of [
      [300, 140],
      [172, 460],
      [410, 410],
      [255, 640],
      [60, 300],
    ] as const)
      expect(at(x, y), `no cloth at ${x}, ${y}`).to.equal(0);
  });

  it('is the trousers, with the gap between the legs open and no part of the top', async () => {
    const { at } = await found('legs', true);
    for (const [x, y] of [
      [255, 560],
      [345, 560],
      [250, 740],
      [350, 740],
    ] as const)
      expect(at(x, y), `cloth at ${x}, ${y}`).to.equal(1);
    for (const [x, y] of [
      [300, 400],
      [300, 770],
      [120, 700],
    ] as const)
      expect(at(x, y), `no cloth at ${x}, ${y}`).to.equal(0);
  });

  it('counts as worn because of the skin beside it', async () => {
    const { evidence, parted, mask } = await found('torso');
    expect(showsWearer(evidence, parted, mask)).to.equal(true);
    const alone = { ...evidence, person: evidence.person.map((share, i) => (mask[i] ? share : 0)) };
    expect(showsWearer(alone, parted, mask)).to.equal(false);
  });
});

describe('mending the mask of a garment', () => {
  const side = 120;
  const plane = (inside: (x: number, y: number) => boolean): Uint8Array =>
    Uint8Array.from({ length: side * side }, (_, i) => (inside(i % side, Math.floor(i / side)) ? 1 : 0));
  const everywhere = new Float32Array(side * side).fill(1);
  const shirt = (x: number, y: number): boolean => x > 20 && x < 100 && y > 20 && y < 100;

  it('closes small holes and reports those with skin as hands', () => {
    const hand = (x: number, y: number): boolean => Math.hypot(x - 50, y - 50) < 7;
    const print = (x: number, y: number): boolean => Math.hypot(x - 80, y - 70) < 5;
    const cloth = plane((x, y) => shirt(x, y) && !hand(x, y) && !print(x, y));
    const { mask, hands } = mendMask(cloth, {
      person: everywhere,
      skin: plane(hand),
      width: side,
      height: side,
    });
    expect([mask[50 * side + 50], hands[50 * side + 50]]).to.deep.equal([1, 1]);
    expect([mask[70 * side + 80], hands[70 * side + 80]]).to.deep.equal([1, 0]);
  });

  it('leaves a hole open that shows the background', () => {
    const gap = (x: number, y: number): boolean => Math.hypot(x - 50, y - 50) < 7;
    const person = everywhere.map((_, i) => (gap(i % side, Math.floor(i / side)) ? 0 : 1));
    const { mask } = mendMask(
      plane((x, y) => shirt(x, y) && !gap(x, y)),
      { person, skin: plane(() => false), width: side, height: side },
    );
    expect(mask[50 * side + 50]).to.equal(0);
  });

  it('removes threads that hang off it', () => {
    const thread = (x: number, y: number): boolean => x === 60 && y >= 100;
    const { mask } = mendMask(
      plane((x, y) => shirt(x, y) || thread(x, y)),
      {
        person: new Float32Array(side * side).fill(0.6),
        skin: plane(() => false),
        width: side,
        height: side,
      },
    );
    expect(mask[112 * side + 60]).to.equal(0);
    expect(mask[60 * side + 60]).to.equal(1);
  });
});
