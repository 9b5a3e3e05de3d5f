import { expect } from 'chai';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import type { Person } from '../../../../../../workers/renderer/people/body/read-person.ts';
import { type Drawn, drawGarment } from '../../../../../../workers/renderer/people/garments/draw-garment.ts';
import { topShape } from '../../../../../../workers/renderer/people/garments/garment-shape.ts';
import {
  findOldClothes,
  type OldClothes,
} from '../../../../../../workers/renderer/people/garments/old-clothes.ts';
import { wearTop } from '../../../../../../workers/renderer/people/garments/wear-top.ts';
import type { Layer } from '../../../../../../workers/renderer/pixels/layer.ts';
import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';
import { eased } from '../../../../../../workers/renderer/pixels/sound-mesh.ts';
import { drawnPerson, jumperCutout, tankCutout, teeCutout } from '../figure.ts';

const opacity = ({ rect, pixels }: Layer, x: number, y: number): number => {
  const inside = x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
  return inside ? pixels.data[((y - rect.y) * pixels.width + x - rect.x) * 4 + 3]! : 0;
};

describe('the outline of a top', () => {
  it('shows where shoulders, armpits, hem and cuffs are', async () => {
    const shape = topShape(await teeCutout())!;
    expect(shape.width).to.be.closeTo(200, 6);
    expect(shape.hem).to.be.closeTo(330, 4);
    expect(shape.armpits[0].y).to.be.closeTo(112, 14);
    expect(shape.shoulders[0].x).to.be.closeTo(89, 8);
    expect(shape.shoulders[1].x).to.be.closeTo(271, 8);
    const cuff = shape.sleeves[0]!.slices.at(-1)!.centre;
    expect(cuff.x).to.be.closeTo(27, 16);
    expect(cuff.y).to.be.closeTo(115, 16);
  });
});

describe('a T-shirt on a drawn person', () => {
  let scene: Pixels;
  let person: Person;
  let old: OldClothes;
  let layer: Drawn;

  before(async () => {
    ({ scene, person } = await drawnPerson());
    const frame = getFrame(person);
    old = await findOldClothes(person, frame, 'top');
    layer = await drawGarment((await wearTop(await teeCutout(), { scene, person, frame }, old, false))!);
  });

  const share = (plane: Float32Array, x: number, y: number) =>
    plane[Math.round(y * person.scale) * person.mask.width + Math.round(x * person.scale)]!;

  it('is separated from skin, trousers and ground', () => {
    expect(share(old.plane.data, 300, 350)).to.be.above(0.9);
    expect(share(old.plane.data, 195, 325)).to.be.above(0.7);
    for (const [x, y] of [
      [300, 140],
      [318, 456],
      [240, 650],
      [60, 400],
    ] as const) {
      expect(share(old.plane.data, x, y), `${x}, ${y}`).to.be.below(0.2);
    }
  });

  it('covers the whole old top, including the sleeves', () => {
    let open = 0;
    let cloth = 0;
    for (let y = 240; y < 515; y += 3) {
      for (let x = 180; x < 430; x += 3) {
        const i = (y * 600 + x) * 3;
        const green = scene.data[i] === 0x3a && scene.data[i + 1] === 0x7a;
        if (!green) continue;
        cloth++;
        if (opacity(layer, x, y) < 200) open++;
      }
    }
    expect(cloth).to.be.above(3000);
    expect(open / cloth).to.be.below(0.03);
  });

  it('has the product’s color, within a few shades', () => {
    const i = ((350 - layer.rect.y) * layer.pixels.width + 300 - layer.rect.x) * 4;
    expect(layer.pixels.data[i]).to.be.within(0xc0 * 0.85, 0xc0 * 1.15);
    expect(layer.pixels.data[i + 1]).to.be.within(0x30 * 0.85, 0x30 * 1.15);
  });

  it('stays behind the hand in front of the belly', () => {
    expect(opacity(layer, 318, 456)).to.be.below(20);
    expect(opacity(layer, 318, 400)).to.be.above(240);
    const hiddenAt = (x: number, y: number) =>
      layer.hidden[(y - layer.rect.y) * layer.rect.width + x - layer.rect.x];
    expect(hiddenAt(318, 456)).to.be.above(220);
    expect(hiddenAt(318, 400)).to.be.below(10);
  });

  /** The T-shirt over an old one with something else in a rectangle. */
  async function drawnOver(wearer: Person, [left, top, right, bottom]: [number, number, number, number]) {
    const data = old.plane.data.slice();
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++)
        data[Math.round(y * person.scale) * old.plane.width + Math.round(x * person.scale)] = 0;
    }
    const other = { ...old, plane: { ...old.plane, data } };
    return drawGarment(
      (await wearTop(await teeCutout(), { scene, person: wearer, frame: getFrame(wearer) }, other, false))!,
    );
  }

  it('is not torn where the old one has a print', async () => {
    const drawn = await drawnOver(person, [270, 300, 330, 380]);
    for (let y = 300; y < 380; y += 8) expect(opacity(drawn, 300, y), `row ${y}`).to.be.above(240);
  });

  it('is not torn by the edge of a print in the color of skin beside an arm', async () => {
    const [plane, skin] = [old.plane.data.slice(), old.skin.data.slice()];
    for (let y = 396; y < 420; y++) {
      for (let x = 348; x <= 350; x++) {
        const i = Math.round(y * person.scale) * old.plane.width + Math.round(x * person.scale);
        plane[i] = 0;
        skin[i] = 1;
      }
    }
    const printed = {
      ...old,
      plane: { ...old.plane, data: plane },
      skin: { ...old.skin, data: skin },
    };
    const tee = await wearTop(await teeCutout(), { scene, person, frame: getFrame(person) }, printed, false);
    const drawn = await drawGarment(tee!);
    for (const y of [400, 408, 414]) expect(opacity(drawn, 349, y), `row ${y}`).to.be.above(200);
    expect(opacity(drawn, 380, 424), 'the arm').to.be.below(40);
  });

  it('stays behind hair and straps from above the shoulders where the image cuts the head off', async () => {
    const unseen = { x: 300, y: 0, score: 0 };
    const pose = { ...person.pose, nose: unseen, leftEye: unseen, rightEye: unseen };
    const strap = await drawnOver({ ...person, pose }, [240, 238, 262, 420]);
    expect(opacity(strap, 251, 340)).to.be.below(60);
    const print = await drawnOver({ ...person, pose }, [240, 300, 262, 420]);
    expect(opacity(print, 251, 340)).to.be.above(240);
  });

  it('extends over the collar of the old one, which is neither cloth nor skin at the neck', async () => {
    const drawn = await drawnOver(person, [264, 244, 284, 262]);
    for (const y of [248, 254, 258]) expect(opacity(drawn, 274, y), `row ${y}`).to.be.above(240);
  });

  it('has no specks where a mole on the neck has the color of the old one', async () => {
    const data = old.plane.data.slice();
    const [column, row] = [Math.round(300 * person.scale), Math.round(208 * person.scale)];
    for (let y = row; y < row + 3; y++)
      for (let x = column; x < column + 3; x++) data[y * old.plane.width + x] = 1;
    const mole = { ...old, plane: { ...old.plane, data } };
    const drawn = await drawGarment(
      (await wearTop(await teeCutout(), { scene, person, frame: getFrame(person) }, mole, false))!,
    );
    for (let y = 204; y < 220; y++)
      for (let x = 292; x < 312; x++) expect(opacity(drawn, x, y), `${x}, ${y}`).to.equal(0);
  });

  it('is not put on in a portrait that hardly shows the shoulders', async () => {
    const bust: Person = { ...person, isBust: true };
    expect(
      await wearTop(await teeCutout(), { scene, person: bust, frame: getFrame(bust) }, old, false),
    ).to.equal(undefined);
  });

  it('is not put on a person who turns away', async () => {
    const { leftShoulder, rightShoulder } = person.pose;
    const middle = (leftShoulder.x + rightShoulder.x) / 2;
    const beside = (joint: typeof leftShoulder) => ({ ...joint, x: middle + (joint.x - middle) * 0.3 });
    const pose = { ...person.pose, leftShoulder: beside(leftShoulder), rightShoulder: beside(rightShoulder) };
    const turned = { ...person, pose };
    expect(
      await wearTop(await teeCutout(), { scene, person: turned, frame: getFrame(turned) }, old, false),
    ).to.equal(undefined);
  });

  it('is not put on a person who is seen from behind', async () => {
    const { leftShoulder, rightShoulder, leftHip, rightHip } = person.pose;
    const [left, right] = [
      { leftShoulder: rightShoulder, leftHip: rightHip },
      { rightShoulder: leftShoulder, rightHip: leftHip },
    ];
    const behind = { ...person, pose: { ...person.pose, ...left, ...right } };
    expect(
      await wearTop(await teeCutout(), { scene, person: behind, frame: getFrame(behind) }, old, false),
    ).to.equal(undefined);
  });

  it('is not put on a person who raises a hand', async () => {
    const pose = { ...person.pose, rightWrist: { x: 230, y: 260, score: 0.9 } };
    const raised = { ...person, pose };
    expect(
      await wearTop(await teeCutout(), { scene, person: raised, frame: getFrame(raised) }, old, false),
    ).to.equal(undefined);
  });

  it('never covers the face', () => {
    for (let y = 90; y < 190; y++) {
      for (let x = 262; x < 338; x++) expect(opacity(layer, x, y)).to.equal(0);
    }
  });

  it('does not extend far beyond the body', () => {
    for (let y = 0; y < 800; y += 4) {
      for (const x of [60, 120, 480, 560]) expect(opacity(layer, x, y)).to.equal(0);
    }
  });

  it('follows an upper arm that is raised', async () => {
    const pose = {
      ...person.pose,
      rightElbow: { x: 90, y: 230, score: 0.9 },
      rightWrist: { x: 40, y: 120, score: 0.3 },
    };
    const raised = {
      ...person,
      pose,
      mask: { ...person.mask, data: person.mask.data.map(() => 1) },
      box: { x: 0, y: 0, width: 600, height: 800 },
    };
    const arms = await wearTop(
      await teeCutout(),
      { scene, person: raised, frame: getFrame(raised) },
      old,
      false,
    );
    expect(opacity(await drawGarment(arms!), 168, 256)).to.be.above(150);
    expect(opacity(layer, 168, 256)).to.be.below(100);
  });

  it('keeps a sleeve in one piece where it would fold over itself, inside the outline of the body', async () => {
    const shoulder = person.pose.rightShoulder;
    const raised = { x: shoulder.x + 30, y: shoulder.y + 10, score: 0.3 };
    const pose = {
      ...person.pose,
      rightElbow: { x: shoulder.x - 20, y: shoulder.y + 45, score: 0.9 },
      rightWrist: raised,
    };
    const bent = { ...person, pose };
    const worn = await wearTop(
      await jumperCutout(),
      { scene, person: bent, frame: getFrame(bent) },
      old,
      false,
    );
    const [sleeve] = worn!.pieces[1]!;
    expect(eased(sleeve!).plain).to.be.above(0.4);
    const drawn = await drawGarment(worn!);
    expect(opacity(drawn, 300, 360)).to.be.above(200);
    for (const x of [60, 120, 480, 560]) expect(opacity(drawn, x, 300)).to.equal(0);
  });

  it('is not put on where the joints of the shoulders and hips do not show a torso', async () => {
    const { leftShoulder, rightShoulder, leftHip, rightHip } = person.pose;
    const at = (joint: typeof leftHip, y: number) => ({ ...joint, y });
    const pose = {
      ...person.pose,
      leftShoulder: at(leftShoulder, 520),
      rightShoulder: at(rightShoulder, 520),
      leftHip: { ...leftHip, x: rightHip.x, y: 270 },
      rightHip: { ...rightHip, x: leftHip.x, y: 270 },
    };
    const turned = { ...person, pose };
    expect(
      await wearTop(await jumperCutout(), { scene, person: turned, frame: getFrame(turned) }, old, false),
    ).to.equal(undefined);
  });

  it('keeps bare arms bare, where long sleeves cover them to the wrists but not the hands', async () => {
    const long = await wearTop(await jumperCutout(), { scene, person, frame: getFrame(person) }, old, false);
    const jumper = await drawGarment(long!);
    const arms = [
      [176, 410],
      [172, 460],
      [168, 455],
      [186, 440],
      [419, 405],
      [385, 420],
    ] as const;
    for (const [x, y] of arms) {
      expect(opacity(layer, x, y), `short sleeves at ${x}, ${y}`).to.be.below(60);
      expect(opacity(jumper, x, y), `long sleeves at ${x}, ${y}`).to.be.above(200);
    }
    for (const [x, y] of [
      [318, 456],
      [170, 532],
    ] as const) {
      expect(opacity(jumper, x, y), `hand at ${x}, ${y}`).to.be.below(40);
    }
  });

  for (const [what, end] of [
    ['below a short old sleeve', 357],
    ['in the middle of what is taken for an old sleeve', 420],
  ] as const) {
    it(`covers the skin of a folded arm, which the sleeve cannot follow, ${what}`, async () => {
      const pose = { ...person.pose, rightWrist: { x: 150, y: 300, score: 0.28 } };
      const folded = { ...person, pose };
      const data = old.plane.data.slice();
      for (let y = 300; y < end; y++) {
        if (y >= 370 && y < 381) continue;
        for (let x = 135; x < 215; x++)
          data[Math.round(y * person.scale) * old.plane.width + Math.round(x * person.scale)] = 1;
      }
      const shirt = { ...old, plane: { ...old.plane, data } };
      const long = await wearTop(
        await jumperCutout(),
        { scene, person: folded, frame: getFrame(folded) },
        shirt,
        false,
      );
      const jumper = await drawGarment(long!);
      for (const [x, y] of [
        [168, 375],
        [190, 375],
      ] as const)
        expect(opacity(jumper, x, y), `arm at ${x}, ${y}`).to.be.above(200);
    });
  }

  it('is worn over the old one without sleeves: nothing is drawn beyond its straps and sides', async () => {
    const worn = await wearTop(await tankCutout(), { scene, person, frame: getFrame(person) }, old, false);
    const tank = await drawGarment(worn!);
    expect(opacity(tank, 300, 420)).to.be.above(240);
    for (const [x, y] of [
      [190, 284],
      [188, 294],
      [414, 284],
      [414, 294],
    ] as const) {
      expect(opacity(tank, x, y), `old sleeve at ${x}, ${y}`).to.equal(0);
      expect(opacity(layer, x, y), `tee at ${x}, ${y}`).to.be.above(200);
    }
  });

  it('is not put on with a shape unlike a top', async () => {
    const line = { data: new Uint8Array(300 * 300 * 4), width: 300, height: 300 };
    for (let x = 0; x < 300; x++) line.data[(150 * 300 + x) * 4 + 3] = 255;
    expect(await wearTop(line, { scene, person, frame: getFrame(person) }, old, false)).to.equal(undefined);
  });
});
