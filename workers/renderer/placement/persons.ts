import { clamp } from '../pixels/clamp.ts';
import type { Rect } from '../pixels/rect.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import type { Zone } from '../zones.ts';
import type { Item } from './item.ts';

/**
 * Where the parts of a person's body are, in output pixels. Estimated from the silhouette alone; a pose model
 * gives the same type with better numbers.
 */
export interface PersonBody {
  centre: number;
  /** Height of the head, chin to crown: the unit of all other lengths. */
  head: number;
  /** Row of the crown; negative when the head is cut off by the picture. */
  crown: number;
  /** Visible width of the shoulders in a loose garment. */
  shoulders: number;
}

/** Places on the body in heads from the crown (figure drawing's 7½ heads), width in shoulder widths or heads. */
const anatomy: Record<
  Zone,
  { top: number; height: number; sideways: number; anchor: 'top' | 'middle' | 'bottom' }
> = {
  // A hat ends above the eyes, whatever its height, so that the face stays free.
  head: { top: 0.38, height: 0.62, sideways: 0, anchor: 'bottom' },
  face: { top: 0.52, height: 0.26, sideways: 0, anchor: 'middle' },
  neck: { top: 1.0, height: 1.1, sideways: 0, anchor: 'top' },
  torso: { top: 1.12, height: 2.75, sideways: 0, anchor: 'top' },
  full: { top: 1.12, height: 4.4, sideways: 0, anchor: 'top' },
  legs: { top: 3.7, height: 3.7, sideways: 0, anchor: 'top' },
  feet: { top: 7.15, height: 0.45, sideways: 0, anchor: 'middle' },
  hand: { top: 3.7, height: 1.5, sideways: 0.62, anchor: 'top' },
  wrist: { top: 3.5, height: 0.35, sideways: 0.55, anchor: 'middle' },
  shoulder: { top: 1.5, height: 2, sideways: 0.5, anchor: 'top' },
};

/** Width of the product in heads; zones not listed here follow the height. */
const widthInHeads: Partial<Record<Zone, number>> = {
  head: 0.98,
  face: 0.66,
  feet: 1.25,
  wrist: 0.3,
  neck: 0.8,
};

/** The rectangle a worn product takes on `body`, kept inside the picture except for hats above its upper edge. */
export function personRect(body: PersonBody, item: Item, scene: SceneModel): Rect {
  const zone = item.plan.zone ?? 'torso';
  const part = anatomy[zone];
  const width = wornWidth(body, zone, item.aspect, part.height);
  const height = width / item.aspect;
  const row = body.crown + part.top * body.head;
  const y = row - { top: 0, middle: 0.5, bottom: 1 }[part.anchor] * height;
  const x = body.centre + part.sideways * body.shoulders - width / 2;
  return {
    x: clamp(x, 0, Math.max(0, scene.width - width)),
    y: clamp(
      y,
      part.anchor === 'bottom' ? -height * 0.6 : 0,
      Math.max(0, scene.height - height * (zone === 'feet' ? 1.02 : 0.6)),
    ),
    width,
    height,
  };
}

function wornWidth(body: PersonBody, zone: Zone, aspect: number, heads: number): number {
  const fixed = widthInHeads[zone];
  if (fixed !== undefined) return fixed * body.head;
  // Tops laid flat spread their sleeves: their photo is wider than the wearer's shoulders.
  if (zone === 'torso') return clamp(heads * body.head * aspect, body.shoulders * 1.3, body.shoulders * 1.55);
  return heads * body.head * aspect;
}
