import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type Paint, renderLocal } from '../../../../../../workers/renderer/compose/renderer.ts';
import { wearAccessory } from '../../../../../../workers/renderer/people/accessories/accessories.ts';
import { strapShape } from '../../../../../../workers/renderer/people/accessories/wrist.ts';
import { type Frame, getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';
import type { Zone } from '../../../../../../workers/renderer/zones.ts';
import { drawing } from '../../drawing-sharp.ts';
import { drawnPerson } from '../figure.ts';

const pictures = {
  /** A watch laid open along a diagonal, its dial (blue) closer to the upper end. */
  watch: `<g transform="rotate(50 200 200)"><rect x="20" y="180" width="360" height="40" fill="#b09040"/><circle cx="130" cy="200" r="44" fill="#2030d0"/></g>`,
  bangle: '<ellipse cx="200" cy="200" rx="150" ry="100" fill="none" stroke="#d0a030" stroke-width="24"/>',
  /** A bag with a handle at its left. */
  tote: `<path d="M90 170 Q90 60 150 60 Q210 60 210 170" stroke="#202020" stroke-width="14" fill="none"/><rect x="60" y="165" width="280" height="220" fill="#c02020"/>`,
  /** Sunglasses at an angle: slanted lenses, temples reaching far up. */
  corner: `<g stroke="#101010" stroke-width="5" fill="none"><path d="M90 260 L40 90 L70 70"/><path d="M330 180 L200 40"/><path d="M170 250 Q200 220 230 225"/></g><ellipse cx="130" cy="270" rx="46" ry="32" fill="#203040"/><ellipse cx="280" cy="210" rx="46" ry="32" fill="#203040"/>`,
};

async function thing(kind: keyof typeof pictures): Promise<Pixels> {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${pictures[kind]}</svg>`;
  const { data, info } = await drawing(picture).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function worn(kind: keyof typeof pictures, zone: Zone) {
  const { scene, person } = await drawnPerson();
  const frame = getFrame(person);
  const layer = await wearAccessory(
    { cutout: await thing(kind), zone, widthCm: 5 },
    { scene, person, frame },
  );
  const places: { x: number; y: number; color: number[] }[] = [];
  const { rect, pixels } = layer!;
  for (let i = 0; i < rect.width * rect.height; i++) {
    if (pixels.data[i * 4 + 3]! < 128) continue;
    places.push({
      x: rect.x + (i % rect.width) + 0.5,
      y: rect.y + Math.floor(i / rect.width) + 0.5,
      color: [...pixels.data.subarray(i * 4, i * 4 + 3)],
    });
  }
  return { frame, places };
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The arm that wears the accessory, and the direction of its forearm. */
function wearingArm(frame: Frame, places: { x: number; y: number }[]) {
  const side = frame.sides.find(({ wrist }) =>
    places.some(({ x, y }) => Math.hypot(x - wrist.x, y - wrist.y) < 40),
  )!;
  const length = Math.hypot(side.wrist.x - side.elbow.x, side.wrist.y - side.elbow.y);
  const arm = { x: (side.wrist.x - side.elbow.x) / length, y: (side.wrist.y - side.elbow.y) / length };
  return { side, arm };
}

describe('a watch', () => {
  it('is read as a strap with a dial somewhere along it', async () => {
    const { along, dial, strap, centre } = strapShape(await thing('watch'));
    expect(Math.abs(Math.atan2(along.y, along.x))).to.be.closeTo((50 * Math.PI) / 180, 0.03);
    expect(dial).to.be.closeTo(88, 5);
    expect(strap).to.be.closeTo(40, 4);
    expect(centre.x).to.be.closeTo(200 - 70 * Math.cos((50 * Math.PI) / 180), 4);
    expect(centre.y).to.be.closeTo(200 - 70 * Math.sin((50 * Math.PI) / 180), 4);
  });

  it('goes across the forearm, dial in the middle, and ends with the arm', async () => {
    const { frame, places } = await worn('watch', 'wrist');
    const { side, arm } = wearingArm(frame, places);
    const across = places.map(({ x, y }) => (y - side.wrist.y) * arm.x - (x - side.wrist.x) * arm.y);
    // The arm is drawn 36 wide.
    expect(Math.max(...across) - Math.min(...across)).to.be.within(26, 40);
    const blue = places.filter(({ color: [r, , b] }) => b! > r! + 40);
    expect(blue.length).to.be.above(200);
    const dial = blue.map(({ x, y }) => (y - side.wrist.y) * arm.x - (x - side.wrist.x) * arm.y);
    expect(mean(dial)).to.be.closeTo((Math.max(...across) + Math.min(...across)) / 2, 3);
    expect(Math.max(...dial) - Math.min(...dial)).to.be.within(18, 34);
  });
});

describe('a bangle', () => {
  it('goes around the arm: the half in front of it is visible, from edge to edge', async () => {
    const { frame, places } = await worn('bangle', 'wrist');
    const { side, arm } = wearingArm(frame, places);
    const across = places.map(({ x, y }) => (y - side.wrist.y) * arm.x - (x - side.wrist.x) * arm.y);
    const along = places.map(({ x, y }) => (x - side.wrist.x) * arm.x + (y - side.wrist.y) * arm.y);
    expect(Math.max(...across) - Math.min(...across)).to.be.within(28, 40);
    expect(Math.max(...along) - Math.min(...along)).to.be.below(18);
  });
});

describe('glasses', () => {
  it('put their lenses in front of the eyes and omit long temples', async () => {
    const { frame, places } = await worn('corner', 'face');
    const { eyes, eyeGap } = frame.head!;
    const left = places.filter(({ x }) => x < eyes.x);
    const right = places.filter(({ x }) => x >= eyes.x);
    expect(mean(left.map(({ x }) => x))).to.be.closeTo(eyes.x - eyeGap * 0.52, eyeGap * 0.15);
    expect(mean(right.map(({ x }) => x))).to.be.closeTo(eyes.x + eyeGap * 0.52, eyeGap * 0.15);
    expect(mean(left.map(({ y }) => y))).to.be.closeTo(mean(right.map(({ y }) => y)), eyeGap * 0.1);
    expect(Math.min(...places.map(({ y }) => y))).to.be.above(eyes.y - eyeGap * 0.6);
  });
});

describe('a bag', () => {
  it('hangs by its handle from the hand, which is in front of it', async () => {
    const { scene, person } = await drawnPerson();
    const frame = getFrame(person);
    const cutout = await thing('tote');
    const layer = await wearAccessory({ cutout, zone: 'hand', widthCm: 16 }, { scene, person, frame });
    const { rect, pixels } = layer!;
    const at = (x: number, y: number): number =>
      pixels.data[((Math.round(y) - rect.y) * rect.width + Math.round(x) - rect.x) * 4 + 3] ?? 0;
    // The hand hangs at 170, 520 or rests at 320, 456; the bag is below one of the two.
    const { x } = [
      { x: 170, y: 520 },
      { x: 320, y: 456 },
    ].find((hand) => Math.abs(rect.x + rect.width / 2 - hand.x) < 40)!;
    // The visible part is 280 of 400 pixels wide.
    expect(rect.width).to.be.closeTo(0.7 * 16 * (frame.unit / 36), 8);
    expect(at(x, rect.y + rect.height - 12)).to.equal(255);
    const places = Array.from({ length: rect.width * rect.height }, (_, i) => ({
      x: rect.x + (i % rect.width),
      y: rect.y + Math.floor(i / rect.width),
    }));
    const onSkin = places.filter(({ x: px, y: py }) => {
      const i = (py * scene.width + px) * 3;
      const [r, g, b] = [scene.data[i]!, scene.data[i + 1]!, scene.data[i + 2]!];
      return r === 0xd0 && g === 0x9a && b === 0x78 && at(px, py) > 0;
    });
    expect(onSkin.length).to.equal(0);
  });
});

const photos = new URL('../../../../../../../shared/photos/', import.meta.url);

describe('small accessories on photos', () => {
  before(function () {
    if (existsSync(photos)) return;
    console.log('      skipped: the folder of test photos is not there');
    this.skip();
  });

  const getPaints = async (
    scene: string,
    product: string,
    category: string,
    width: number,
    height: number,
  ) => {
    const paints: Paint[] = [];
    const image = readFileSync(new URL(`products/${product}`, photos));
    await renderLocal(
      {
        scene: readFileSync(new URL(`scenes/${scene}`, photos)),
        products: [{ category, tags: [], images: [image] }],
        output: { width, height },
      },
      { onPaint: (paint) => paints.push(paint) },
    );
    return paints[0]!;
  };

  it('sunglasses photographed at an angle are over both eyes, without their temples', async () => {
    const { rect } = await getPaints('person_astronaut.png', 'sunglasses.jpg', 'Sunglasses', 512, 512);
    // Eyes at 246/101 and 203/98.
    expect(rect.y + rect.height / 2).to.be.closeTo(104, 14);
    expect(rect.x + rect.width / 2).to.be.closeTo(225, 12);
  });

  it('a watch laid open is as wide as the wrist, not as long as its strap', async () => {
    const { rect, pixels } = await getPaints(
      'person_woman_tee_shoulder_bag.jpg',
      'watch_gold.jpg',
      'Watches',
      768,
      1024,
    );
    let count = 0;
    for (let i = 3; i < pixels.data.length; i += 4) if (pixels.data[i]! > 128) count++;
    expect(count).to.be.within(500, 9000);
    expect(rect.x + rect.width / 2).to.be.within(440, 560);
  });
});
