import type { LabPlanes } from './lab.ts';
import type { Item } from './placement.ts';
import type { SceneModel } from './scene-analysis.ts';
import { clamp, type Rect, type Zone } from './types.ts';

/**
 * Where a person's parts are, output pixels. Here estimated from the silhouette alone; a pose model gives the
 * same shape with better numbers, and everything below stays as it is.
 */
export interface PersonBody {
  centre: number;
  /** Height of the head, chin to crown: the measure of everything else. */
  head: number;
  /** Row of the crown; negative when the head is cut off by the picture. */
  crown: number;
  /** Seen width of the shoulders with a loose garment. */
  shoulders: number;
}

/** Places on the body in heads from the crown (figure drawing's 7½ heads), width in shoulder widths or heads. */
const anatomy: Record<Zone, { top: number; height: number; sideways: number; anchor: 'top' | 'middle' }> = {
  head: { top: -0.18, height: 0.62, sideways: 0, anchor: 'top' },
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

/** Width of the thing in heads; things not named here follow their height. */
const widthInHeads: Partial<Record<Zone, number>> = {
  head: 0.98,
  face: 0.66,
  feet: 1.25,
  wrist: 0.3,
  neck: 0.8,
};

/** The rectangle a worn product takes on `body`, kept inside the picture. */
export function personRect(body: PersonBody, item: Item, scene: SceneModel): Rect {
  const zone = item.plan.zone ?? 'torso';
  const part = anatomy[zone];
  const width = wornWidth(body, zone, item.aspect, part.height);
  const height = width / item.aspect;
  const row = body.crown + part.top * body.head;
  const y = part.anchor === 'top' ? row : row - height / 2;
  const x = body.centre + part.sideways * body.shoulders - width / 2;
  return {
    x: clamp(x, 0, Math.max(0, scene.width - width)),
    y: clamp(y, 0, Math.max(0, scene.height - height * (zone === 'feet' ? 1.02 : 0.6))),
    width,
    height,
  };
}

function wornWidth(body: PersonBody, zone: Zone, aspect: number, heads: number): number {
  const fixed = widthInHeads[zone];
  if (fixed !== undefined) return fixed * body.head;
  // Flat-laid tops spread their sleeves: their photo is wider than the shoulders that carry them.
  if (zone === 'torso') return clamp(heads * body.head * aspect, body.shoulders * 1.1, body.shoulders * 1.45);
  return heads * body.head * aspect;
}

/**
 * Estimates the body from what differs from the picture's side borders, row by row. Undefined when nothing
 * stands out: then worn things are laid out beside, never pasted over an unknown place.
 */
export function findBody(scene: SceneModel): PersonBody | undefined {
  const { planes } = scene;
  const rows = silhouette(planes);
  const used = rows.filter(({ width }) => width > planes.width * 0.05);
  if (used.length < planes.height * 0.25) return undefined;
  const scale = scene.width / planes.width;
  const widths = used.map(({ width }) => width).sort((p, q) => p - q);
  const body = widths[Math.floor(widths.length * 0.75)]! * scale;
  // Wider than tall is furniture: a leather sofa has the colours of skin and stands out as well.
  if (body > used.length * scale * 1.15) return undefined;
  const centres = used.map(({ centre }) => centre).sort((p, q) => p - q);
  const centre = centres[centres.length >> 1]! * scale;
  const top = used[0]!.y * scale;
  return bodyFrom(rows, { body, centre, top, scale, height: scene.height });
}

function bodyFrom(
  rows: SilhouetteRow[],
  {
    body,
    centre,
    top,
    scale,
    height,
  }: { body: number; centre: number; top: number; scale: number; height: number },
): PersonBody {
  if (top < height * 0.03) {
    // Cut at the neck or above: shoulders fill the picture, the crown lies outside.
    const head = body / 2.1;
    return { centre, head, crown: -head * 0.95, shoulders: body };
  }
  const low = rows.at(-1)!;
  const standing = low.width * scale < body * 0.5 || height - top > body * 3;
  const head = standing ? ((lastRow(rows) + 1) * scale - top) / 7.5 : body / 2.2;
  const upper = rows.filter(({ y }) => y * scale > top && y * scale < top + head);
  const headCentre =
    upper.length > 0 ? upper.reduce((sum, row) => sum + row.centre, 0) / upper.length : centre / scale;
  return { centre: headCentre * scale, head, crown: top, shoulders: head * 2.05 };
}

const lastRow = (rows: SilhouetteRow[]): number => rows.findLast(({ width }) => width > 2)?.y ?? rows.length;

interface SilhouetteRow {
  y: number;
  centre: number;
  width: number;
}

/** Per row, the extent of what differs from both side borders (10th to 90th percentile of those columns). */
function silhouette(planes: LabPlanes): SilhouetteRow[] {
  const { width, height } = planes;
  const side = Math.max(2, Math.round(width * 0.06));
  return Array.from({ length: height }, (_, y) => {
    const left = bandMean(planes, y, 0, side);
    const right = bandMean(planes, y, width - side, width);
    const columns: number[] = [];
    for (let x = side; x < width - side; x++) {
      const i = y * width + x;
      const share = x / width;
      const far = [planes.l, planes.a, planes.b].map(
        (plane, c) => plane[i]! - (left[c]! * (1 - share) + right[c]! * share),
      );
      if (Math.hypot(far[0]! * 0.7, far[1]!, far[2]!) > 17) columns.push(x);
    }
    const from = columns[Math.floor(columns.length * 0.1)] ?? 0;
    const to = columns[Math.floor(columns.length * 0.9)] ?? 0;
    return { y, centre: (from + to) / 2, width: columns.length < width * 0.04 ? 0 : (to - from) * 1.15 };
  });
}

function bandMean(planes: LabPlanes, y: number, from: number, to: number): number[] {
  const mean = [0, 0, 0];
  for (let row = Math.max(0, y - 2); row <= Math.min(planes.height - 1, y + 2); row++) {
    for (let x = from; x < to; x++) {
      const i = row * planes.width + x;
      mean[0]! += planes.l[i]!;
      mean[1]! += planes.a[i]!;
      mean[2]! += planes.b[i]!;
    }
  }
  const count = (Math.min(planes.height - 1, y + 2) - Math.max(0, y - 2) + 1) * (to - from);
  return mean.map((value) => value / count);
}
