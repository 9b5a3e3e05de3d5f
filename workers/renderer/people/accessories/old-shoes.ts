import { clamp } from '../../pixels/clamp.ts';
import { dilate } from '../../pixels/distance.ts';
import { fillOut } from '../../pixels/fill-out.ts';
import type { Layer } from '../../pixels/layer.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Plane, sample } from '../../pixels/plane.ts';
import type { Rect } from '../../pixels/rect.ts';
import type { Foot } from '../body/feet.ts';
import type { FootView } from '../body/foot-view.ts';
import type { ShoePlacement } from './shoe-placement.ts';

/** Margin around the outline of an old shoe, in shoulder widths. */
const margin = 0.035;

/** Paints over the old shoes: ground in their place, and more of the leg above a lower new shoe. */
export function removeOldShoes(
  scene: Pixels,
  view: FootView,
  unit: number,
  feet: Foot[],
  placements: ShoePlacement[],
  legs: Plane,
): Layer {
  const { side, scale } = view;
  const u = unit * scale;
  const old = new Uint8Array(side * side);
  for (const { cells } of feet) for (let i = 0; i < old.length; i++) if (cells[i]) old[i] = 1;
  const grownOutline = dilate(old, side, side, margin * u);
  const hole: Plane = {
    data: Float32Array.from(grownOutline, (value, i) => value * (1 - legs.data[i]!)),
    width: side,
    height: side,
  };
  const clearance = dilate(grownOutline, side, side, 0.02 * u);
  const rect = around(feet, view, u, scene);
  const ground = cropScene(scene, rect);
  const alpha = new Float32Array(rect.width * rect.height);
  for (let i = 0; i < alpha.length; i++) {
    const x = (rect.x + (i % rect.width) + 0.5 - view.area.x) * scale;
    const y = (rect.y + Math.floor(i / rect.width) + 0.5 - view.area.y) * scale;
    const cell = clamp(Math.floor(y), 0, side - 1) * side + clamp(Math.floor(x), 0, side - 1);
    alpha[i] = sample(hole, x - 0.5, y - 0.5);
    const isGround = alpha[i]! <= 0.02 && clearance[cell] === 0 && view.person.data[cell]! < 0.15;
    ground.data[i * 4 + 3] = isGround ? 255 : 0;
  }
  const data = new Uint8Array(fillOut(ground).buffer);
  for (let i = 0; i < alpha.length; i++)
    data[i * 4 + 3] = alpha[i]! > 0.02 ? Math.round(clamp(alpha[i]! * 1.4, 0, 1) * 255) : 0;
  const layer = { rect, pixels: { data, width: rect.width, height: rect.height } };
  feet.forEach((foot, k) => {
    extendLeg(layer, scene, view, legs, foot, placements[k]!, u);
  });
  return layer;
}

/**
 * Extends the leg from its end down into the new shoe by copying the part above: collars are lower at the sides.
 */
function extendLeg(
  { rect, pixels }: Layer,
  scene: Pixels,
  view: FootView,
  legs: Plane,
  { ankle, shin, width }: Foot,
  { collar }: ShoePlacement,
  u: number,
): void {
  const slant = shin.x / shin.y;
  for (let y = 0; y < rect.height; y++) {
    const down = (rect.y + y + 0.5 - view.area.y) * view.scale - ankle.y;
    if (down < -0.12 * u || down > Math.max(-0.02 * u, collar.y - ankle.y + 0.08 * u)) continue;
    // Frayed hems and the dark line at a sock's edge are not copied.
    const up = Math.round((2 * Math.max(0, down) + 0.06 * u) / view.scale);
    const source = rect.y + y - up;
    if (source < 0) continue;
    for (let x = 0; x < rect.width; x++) {
      const aside = (rect.x + x + 0.5 - view.area.x) * view.scale - ankle.x - slant * down;
      const cx = (rect.x + x + 0.5 - view.area.x) * view.scale - 0.5;
      const outsideLeg = 1 - sample(legs, cx, down + ankle.y - 0.5);
      const share = clamp(width * 0.45 - Math.abs(aside), 0, 1);
      const sx = Math.round(rect.x + x - slant * up);
      const o = (y * rect.width + x) * 4;
      // Beside the end of the trousers the ground stays.
      const beside = down < 0 && pixels.data[o + 3] === 0;
      if (share === 0 || outsideLeg === 0 || beside || sx < 0 || sx >= scene.width) continue;
      const s = (source * scene.width + sx) * 3;
      for (let c = 0; c < 3; c++)
        pixels.data[o + c] = Math.round(scene.data[s + c]! * share + pixels.data[o + c]! * (1 - share));
      const opaque = Math.round(share * Math.min(1, 3 * outsideLeg) * 255);
      pixels.data[o + 3] = Math.max(pixels.data[o + 3]!, opaque);
    }
  }
}

/** The part of the scene around the old shoes, with all the ground in the view as source. */
function around(feet: Foot[], view: FootView, u: number, scene: Pixels): Rect {
  const top = Math.min(...feet.map(({ ankle }) => ankle.y)) - 0.3 * u;
  const bottom = Math.max(...feet.map((foot) => foot.bottom)) + 0.35 * u;
  const left = Math.min(...feet.map((foot) => foot.left)) - 0.65 * u;
  const right = Math.max(...feet.map((foot) => foot.right)) + 0.65 * u;
  const at = (cell: number, start: number, size: number) =>
    clamp(Math.round(start + clamp(cell, 0, view.side) / view.scale), 0, size);
  const x = at(left, view.area.x, scene.width);
  const y = at(top, view.area.y, scene.height);
  return {
    x,
    y,
    width: at(right, view.area.x, scene.width) - x,
    height: at(bottom, view.area.y, scene.height) - y,
  };
}

/** A part of the scene as RGBA, transparent. */
function cropScene(scene: Pixels, { x, y, width, height }: Rect): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const source = ((y + Math.floor(i / width)) * scene.width + x + (i % width)) * 3;
    for (let c = 0; c < 3; c++) data[i * 4 + c] = scene.data[source + c]!;
  }
  return { data, width, height };
}
