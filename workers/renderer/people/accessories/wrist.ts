import { drawnThrough } from '../../pixels/affine.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Point, plus } from '../../pixels/points.ts';
import { boxAround } from '../../pixels/rect.ts';
import type { Frame, Side } from '../body/body.ts';
import { findBareSkin, getForearm, wrists } from '../body/forearm.ts';
import type { Person } from '../body/read-person.ts';
import { skinTest } from '../body/skin-test.ts';
import type { Worn } from '../garments/worn.ts';
import { type StrapShape, strapShape } from './strap-shape.ts';

/** Minimum score of a visible wrist. */
const minScore = 0.3;
/** Widths as shares of the wrist: a dial, a strap without one, and a ring. */
const share = { dial: 0.76, strap: 0.32, ring: 1.03 };

/** Lays a watch or bracelet across the forearm: around the visible part of it. */
export async function onWrist(
  cutout: Pixels,
  scene: Pixels,
  person: Person,
  frame: Frame,
): Promise<Worn | undefined> {
  const side = bestWrist(frame, scene);
  if (!side) return undefined;
  const isSkin = skinTest(person.small, frame, 1 / person.scale);
  const arm = getForearm(side, person, frame, isSkin);
  const across = { x: -arm.y, y: arm.x };
  const { at, width } = findBareSkin(scene, person, frame, side, arm, isSkin) ?? {
    at: plus(side.wrist, arm, -frame.unit * wrists.above),
    width: frame.unit * wrists.typical,
  };
  const strap = strapShape(cutout);
  const scale = scaleOn(width, strap);
  const toPhoto = (p: Point): Point => {
    const s = ((p.x - at.x) * across.x + (p.y - at.y) * across.y) / (width / 2);
    const along = (p.x - at.x) * arm.x + (p.y - at.y) * arm.y;
    // Only the half of a ring towards the hand is in front of the arm.
    if (strap.ring > 0 && along < 0) return outside;
    // A strap curves away from the viewer: each pixel towards the edges covers more of it.
    const curved = strap.ring > 0 ? s : s + Math.sign(s) * 0.9 * Math.max(0, Math.abs(s) - 0.5) ** 2;
    const u = (curved * width) / 2 / scale;
    const v = (strap.ring > 0 ? along : along + sag(s) * width) / scale;
    return {
      x: strap.centre.x + strap.along.x * u - strap.along.y * v,
      y: strap.centre.y + strap.along.y * u + strap.along.x * v,
    };
  };
  const reach = Math.ceil(Math.max(width, strap.dial * scale) * 0.75);
  const rect = boxAround([plus(at, diagonal, -reach), plus(at, diagonal, reach)], scene);
  const layer = await drawnThrough(cutout, toPhoto, rect);
  if (layer) shadeEdges(layer, at, across, width);
  return layer;
}

const diagonal: Point = { x: 1, y: 1 };
/** A point outside every photo. */
const outside: Point = { x: -9, y: -9 };

/** Scene pixels per photo pixel: dials, straps and rings are scaled differently. */
function scaleOn(width: number, { dial, strap, ring }: StrapShape): number {
  if (ring > 0) return (width * share.ring) / ring;
  return dial > strap ? (width * share.dial) / dial : (width * share.strap) / strap;
}

/** Straps curve towards the hand at the edges of a wrist seen from above; shares of its width. */
const sag = (s: number): number => 0.05 * (1 - Math.sqrt(Math.max(0, 1 - Math.min(1, Math.abs(s)) ** 2)));

function bestWrist(frame: Frame, scene: Pixels): Side | undefined {
  return frame.sides
    .filter(
      ({ seen: { wrist: score }, wrist: { x, y } }) =>
        score >= minScore && x > 0 && x < scene.width && y < scene.height * 0.98,
    )
    .sort((p, q) => q.seen.wrist - p.seen.wrist)[0];
}

/** Clips the strap at the arm's edges and darkens it towards them. */
function shadeEdges({ rect, pixels }: Worn, at: Point, across: Point, width: number): void {
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
