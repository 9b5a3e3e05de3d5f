import { expect } from 'chai';
import { type Face, faceOverlap } from '../../../../../../scripts/bench/local-quality/measures.ts';
import { wearAccessory } from '../../../../../../workers/renderer/people/accessories/accessories.ts';
import { hatShape } from '../../../../../../workers/renderer/people/accessories/hats.ts';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import type { Person } from '../../../../../../workers/renderer/people/body/read-person.ts';
import type { Layer } from '../../../../../../workers/renderer/pixels/layer.ts';
import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';
import { drawing } from '../../drawing-sharp.ts';
import { drawnPerson } from '../figure.ts';

const pictures = {
  /** A cap in a three-quarter view: crown at the left, visor to the right. */
  cap: '<path d="M20 190 Q20 40 130 30 Q230 40 235 180 L330 185 Q345 195 320 200 Q150 220 20 190Z" fill="#202020"/>',
  /** A knitted hat photographed tilted by 30°. */
  beanie:
    '<g transform="rotate(30 180 150)"><path d="M70 220 L290 220 L290 150 Q280 40 180 40 Q80 40 70 150Z" fill="#2040e0"/></g>',
};

async function hat(kind: keyof typeof pictures): Promise<Pixels> {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="300">${pictures[kind]}</svg>`;
  const { data, info } = await drawing(picture).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The drawn person looking to a side: nose moved by `by` pixels, the far ear hidden. */
function looking(person: Person, by: number): Person {
  const { pose } = person;
  const [near, far] = by < 0 ? (['leftEar', 'rightEar'] as const) : (['rightEar', 'leftEar'] as const);
  return {
    ...person,
    pose: {
      ...pose,
      nose: { ...pose.nose, x: pose.nose.x + by },
      [near]: pose[near],
      [far]: { ...pose[far], score: 0.1 },
    },
  };
}

const box = ({ rect, pixels }: Layer) => {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < rect.width * rect.height; i++) {
    if (pixels.data[i * 4 + 3]! < 128) continue;
    const [x, y] = [rect.x + (i % rect.width), rect.y + Math.floor(i / rect.width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, right, top, bottom };
};

/** Column of the highest part: the middle of the crown. */
function getTop({ rect, pixels }: Layer): number {
  const first = pixels.data.findIndex((value, i) => i % 4 === 3 && value > 200);
  return rect.x + (((first - 3) / 4) % rect.width);
}

describe('the photo of a hat', () => {
  it('shows where the visor points, and how wide the head in it is', async () => {
    const shape = hatShape(await hat('cap'));
    expect(shape).to.include({ visor: 1, soft: false });
    expect(shape.width).to.be.closeTo(212, 16);
  });

  it('is rotated to level when photographed tilted', async () => {
    const shape = hatShape(await hat('beanie'));
    expect(shape).to.include({ visor: 0, soft: true });
    expect(shape.width).to.be.closeTo(218, 12);
    const [left, right] = [shape.at(0, 0), shape.at(1, 0)];
    expect(Math.atan2(right.y - left.y, right.x - left.x)).to.be.closeTo(Math.PI / 6, 0.05);
  });
});

describe('a hat on a drawn person', () => {
  const worn = async (kind: keyof typeof pictures, by: number) => {
    const { scene, person } = await drawnPerson();
    const turned = by === 0 ? person : looking(person, by);
    const frame = getFrame(turned);
    const thing = { cutout: await hat(kind), zone: 'head' as const, widthCm: 27 };
    return { head: frame.head!, layer: (await wearAccessory(thing, { scene, person: turned, frame }))! };
  };

  it('sits on the forehead, as wide as the head, over its crown', async () => {
    const { layer } = await worn('beanie', 0);
    const at = box(layer);
    expect(at.left).to.be.within(225, 255);
    expect(at.right).to.be.within(345, 375);
    expect(at.top).to.be.below(74);
    // Eyes at 125, the gap between them 40: brows at 109.
    expect(at.bottom).to.be.within(98, 113);
  });

  for (const [by, side] of [
    [-45, 'left'],
    [45, 'right'],
  ] as const) {
    it(`points its visor to the ${side} when the face does`, async () => {
      const { layer, head } = await worn('cap', by);
      expect(Math.sign(head.turn)).to.equal(Math.sign(by));
      const at = box(layer);
      const middle = getTop(layer);
      const [before, behind] =
        by < 0 ? [middle - at.left, at.right - middle] : [at.right - middle, middle - at.left];
      expect(before).to.be.above(behind + 10);
    });
  }

  for (const kind of ['cap', 'beanie'] as const) {
    it(`leaves the face free (${kind})`, async () => {
      for (const by of [-45, 0, 45]) {
        const { layer, head } = await worn(kind, by);
        const { eyes, along, eyeGap } = head;
        const face: Face = {
          x: eyes.x - along.y * 0.55 * eyeGap,
          y: eyes.y + along.x * 0.55 * eyeGap,
          halfWidth: eyeGap * 1.05,
          halfHeight: eyeGap * 0.95,
          along,
        };
        expect(faceOverlap({ index: 0, ...layer, shadow: undefined }, face)).to.equal(0);
      }
    });
  }
});
