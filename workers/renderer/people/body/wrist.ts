import { drawnThrough } from '../../pixels/affine.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Point, plus } from '../../pixels/points.ts';
import { type StrapShape, strapShape } from '../accessories/strap-shape.ts';
import type { Worn } from '../garments/worn.ts';
import type { Frame, Side } from './body.ts';
import { barePlace, forearmOf, wrists } from './forearm.ts';
import type { Person } from './read-person.ts';
import { skinTest } from './skin-test.ts';

/** A wrist is believed from this joint score on. */
const seen = 0.3;
/** A dial takes this share of its wrist, a strap without one and a ring these. */
const share = { dial: 0.76, strap: 0.32, ring: 1.03 };

/** Lays a watch or bracelet across the forearm: around it, as far as it is seen. */
export async function onWrist(
  cutout: Pixels,
  scene: Pixels,
  person: Person,
  frame: Frame,
): Promise<Worn | undefined> {
  const side = bestWrist(frame, scene);
  if (!side) return undefined;
  const isSkin = skinTest(person.small, frame, 1 / person.scale);
  const arm = forearmOf(side, person, frame, isSkin);
  const across = { x: -arm.y, y: arm.x };
  const { at, width } = barePlace(scene, person, frame, side, arm, isSkin) ?? {
    at: plus(side.wrist, arm, -frame.unit * wrists.above),
    width: frame.unit * wrists.usual,
  };
  const strap = strapShape(cutout);
  const scale = scaleOn(width, strap);
  const back = (p: Point): Point => {
    const s = ((p.x - at.x) * across.x + (p.y - at.y) * across.y) / (width / 2);
    const along = (p.x - at.x) * arm.x + (p.y - at.y) * arm.y;
    // Of a ring the half towards the hand is before the arm.
    if (strap.ring > 0 && along < 0) return nowhere;
    // Around the arm a strap runs away from the viewer: more of it to a pixel towards the edges.
    const bent = strap.ring > 0 ? s : s + Math.sign(s) * 0.9 * Math.max(0, Math.abs(s) - 0.5) ** 2;
    const u = (bent * width) / 2 / scale;
    const v = (strap.ring > 0 ? along : along + sag(s) * width) / scale;
    return {
      x: strap.centre.x + strap.along.x * u - strap.along.y * v,
      y: strap.centre.y + strap.along.y * u + strap.along.x * v,
    };
  };
  const reach = Math.ceil(Math.max(width, strap.dial * scale) * 0.75);
  const rect = around(at, reach, scene);
  const layer = await drawnThrough(cutout, back, rect);
  if (layer) roundOff(layer, at, across, width);
  return layer;
}

/** A place outside every photo. */
const nowhere: Point = { x: -9, y: -9 };

/** Scene pixels a photo pixel: dials, straps and rings each fit the wrist in their way. */
function scaleOn(width: number, { dial, strap, ring }: StrapShape): number {
  if (ring > 0) return (width * share.ring) / ring;
  return dial > strap ? (width * share.dial) / dial : (width * share.strap) / strap;
}

/** Straps rise towards the hand at the edges of a wrist seen from above; shares of its width. */
const sag = (s: number): number => 0.05 * (1 - Math.sqrt(Math.max(0, 1 - Math.min(1, Math.abs(s)) ** 2)));

function around({ x, y }: Point, reach: number, scene: Pixels) {
  const left = clamp(Math.floor(x - reach), 0, scene.width);
  const top = clamp(Math.floor(y - reach), 0, scene.height);
  return {
    x: left,
    y: top,
    width: clamp(Math.ceil(x + reach), left, scene.width) - left,
    height: clamp(Math.ceil(y + reach), top, scene.height) - top,
  };
}

function bestWrist(frame: Frame, scene: Pixels): Side | undefined {
  return frame.sides
    .filter(
      ({ seen: { wrist: score }, wrist: { x, y } }) =>
        score >= seen && x > 0 && x < scene.width && y < scene.height * 0.98,
    )
    .sort((p, q) => q.seen.wrist - p.seen.wrist)[0];
}

/** Ends the strap where the arm ends, darker towards there. */
function roundOff({ rect, pixels }: Worn, at: Point, across: Point, width: number): void {
  const { data } = pixels;
  for (let i = 0; i < rect.width * rect.height; i++) {
    const o = i * 4;
    if (data[o + 3] === 0) continue;
    const x = rect.x + (i % rect.width) + 0.5 - at.x;
    const y = rect.y + Math.floor(i / rect.width) + 0.5 - at.y;
    const d = Math.abs(x * across.x + y * across.y);
    data[o + 3] = Math.round(data[o + 3]! * clamp(width * 0.515 - d + 0.5, 0, 1));
    const light = 1 - 0.5 * Math.min(1, d / (width / 2)) ** 4;
    for (let c = 0; c < 3; c++) data[o + c] = Math.round(data[o + c]! * light);
  }
}
