import { expect } from 'chai';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import type { Person } from '../../../../../../workers/renderer/people/body/read-person.ts';
import {
  type ClothCut,
  completeCloth,
} from '../../../../../../workers/renderer/people/garments/complete-cloth.ts';
import { drawnPerson } from '../figure.ts';

/** Scene pixels per pixel of the segmentation. */
const toScene = 4;
const [width, height] = [150, 200];

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const torso = { x: 205, y: 240, width: 190, height: 280 };

describe('the corrected segmentation of cloth', () => {
  let person: Person;

  before(async () => {
    ({ person } = await drawnPerson());
  });

  const marks = (boxes: Box[]): Uint8Array =>
    Uint8Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [((i % width) + 0.5) * toScene, (Math.floor(i / width) + 0.5) * toScene];
      return boxes.some((b) => x > b.x && x < b.x + b.width && y > b.y && y < b.y + b.height) ? 1 : 0;
    });

  /** Cloth everywhere on the torso except the gaps; the person is the torso and `beside`. */
  function completed(
    gaps: Box[],
    given: { skin?: Box[]; bare?: Box[]; beside?: Box[]; cloth?: Box[]; elsewhere?: Box[] } = {},
  ) {
    const cloth = marks([torso, ...(given.cloth ?? [])]);
    const open = marks(gaps);
    const labels = cloth.map((label, i) => label & (1 - open[i]!));
    const onPerson = marks([torso, ...(given.beside ?? []), ...(given.cloth ?? [])]);
    const cut: ClothCut = {
      width,
      height,
      frame: getFrame(person),
      toScene,
      part: 'top',
      person: Float32Array.from(onPerson),
      bias: Float32Array.from(marks(given.elsewhere ?? []), (mark) => (mark === 1 ? -2 : 0.3)),
      skin: marks(given.skin ?? []),
      bare: marks(given.bare ?? []),
    };
    completeCloth(labels, cut);
    return (x: number, y: number): number =>
      labels[Math.floor(y / toScene) * width + Math.floor(x / toScene)]!;
  }

  it('includes prints', () => {
    expect(completed([{ x: 260, y: 330, width: 60, height: 60 }])(290, 360)).to.equal(1);
  });

  it('includes shade at its side, though the side is open', () => {
    expect(completed([{ x: 205, y: 330, width: 12, height: 120 }])(211, 400)).to.equal(1);
  });

  it('excludes a strap that comes over the shoulder', () => {
    expect(completed([{ x: 250, y: 240, width: 16, height: 280 }])(258, 400)).to.equal(0);
  });

  it('excludes hair, most of which is on the head', () => {
    const hair = { x: 280, y: 240, width: 30, height: 120 };
    const crown = { x: 250, y: 80, width: 100, height: 160 };
    const cut = completed([hair], { bare: [crown], beside: [crown] });
    expect(cut(295, 300)).to.equal(0);
  });

  it('excludes a hand in front of the belly', () => {
    const hand = { x: 300, y: 436, width: 44, height: 44 };
    expect(completed([hand], { skin: [hand] })(318, 456)).to.equal(0);
  });

  it('includes prints at the very edge of the person', () => {
    expect(completed([{ x: 205, y: 300, width: 24, height: 24 }])(208, 312)).to.equal(1);
  });
});
