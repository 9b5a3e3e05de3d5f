import { expect } from 'chai';
import { wearAccessory } from '../../../../../../workers/renderer/people/accessories/accessories.ts';
import { neckShape } from '../../../../../../workers/renderer/people/accessories/neck-shape.ts';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import type { Person } from '../../../../../../workers/renderer/people/body/read-person.ts';
import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';
import { drawing } from '../../drawing-sharp.ts';
import { drawnPerson } from '../figure.ts';

const pictures = {
  tie: {
    size: [80, 400],
    inner: '<path d="M10 0 L70 0 L60 50 L80 330 L40 400 L0 330 L20 50Z" fill="#a02030"/>',
  },
  bow: {
    size: [300, 120],
    inner: '<path d="M0 0 L140 45 L160 45 L300 0 L300 120 L160 75 L140 75 L0 120Z" fill="#a02030"/>',
  },
  loop: {
    size: [300, 340],
    inner:
      '<path d="M15 0 C0 200 90 280 150 300 C210 280 300 200 285 0" stroke="#d0a030" stroke-width="8" fill="none"/><circle cx="150" cy="315" r="22" fill="#2040c0"/>',
  },
  scarf: {
    size: [300, 360],
    inner:
      '<path d="M20 60 Q150 -50 280 60 Q300 130 200 140 L210 360 L100 350 L110 140 Q0 130 20 60Z" fill="#a02030"/>',
  },
} as const;
type Kind = keyof typeof pictures;
const kinds = Object.keys(pictures) as Kind[];

async function thing(kind: Kind): Promise<Pixels> {
  const { size, inner } = pictures[kind];
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}">${inner}</svg>`;
  const { data, info } = await drawing(picture).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function worn(kind: Kind, change: (person: Person) => Person = (person) => person) {
  const drawn = await drawnPerson();
  const person = change(drawn.person);
  const frame = getFrame(person);
  const cutout = await thing(kind);
  const layer = await wearAccessory({ cutout, zone: 'neck', widthCm: 32 }, drawn.scene, person, frame);
  const { rect, pixels } = layer!;
  const places: { x: number; y: number }[] = [];
  for (let i = 0; i < rect.width * rect.height; i++) {
    if (pixels.data[i * 4 + 3]! < 128) continue;
    places.push({ x: rect.x + (i % rect.width), y: rect.y + Math.floor(i / rect.width) });
  }
  return { frame, places };
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the photo of a neck accessory', () => {
  for (const kind of kinds) {
    it(`is classified by its outline (${kind})`, async () => {
      expect((await neckShape(await thing(kind))).kind).to.equal(kind);
    });
  }
});

// Shoulders at 270 between 210 and 390, eyes at 125, the chin near 196.
describe('around the neck of a drawn person', () => {
  for (const kind of kinds) {
    it(`hangs in the middle and leaves the face free (${kind})`, async () => {
      const { frame, places } = await worn(kind);
      expect(places.length).to.be.above(150);
      expect(mean(places.map(({ x }) => x))).to.be.closeTo(300, 14);
      const { eyes, eyeGap } = frame.head!;
      const onFace = places.filter(
        ({ x, y }) =>
          ((x - eyes.x) / (eyeGap * 1.05)) ** 2 + ((y - eyes.y - eyeGap * 0.55) / (eyeGap * 0.95)) ** 2 < 1,
      );
      expect(onFace.length).to.equal(0);
    });
  }

  it('a tie begins at the collar and ends near the waist', async () => {
    const { places } = await worn('tie');
    const rows = places.map(({ y }) => y);
    expect(Math.min(...rows)).to.be.within(235, 270);
    expect(Math.max(...rows)).to.be.within(440, 540);
  });

  it('a necklace goes behind the neck and is open on the chest', async () => {
    const { places } = await worn('loop');
    expect(places.filter(({ x, y }) => Math.abs(x - 300) < 24 && y < 240).length).to.equal(0);
    const left = places.filter(({ x }) => x < 290).length;
    expect(left / places.length).to.be.within(0.2, 0.5);
  });

  it('is parallel to the shoulders', async () => {
    const lean = ({ places }: Awaited<ReturnType<typeof worn>>): number => {
      const low = places.filter(({ y }) => y > 400);
      const high = places.filter(({ y }) => y < 300);
      return mean(low.map(({ x }) => x)) - mean(high.map(({ x }) => x));
    };
    const tilted = (person: Person): Person => ({
      ...person,
      pose: {
        ...person.pose,
        leftShoulder: { ...person.pose.leftShoulder, y: 310 },
        rightShoulder: { ...person.pose.rightShoulder, y: 230 },
      },
    });
    expect(Math.abs(lean(await worn('tie')))).to.be.below(6);
    expect(lean(await worn('tie', tilted))).to.be.below(-25);
  });
});
