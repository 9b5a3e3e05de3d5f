import { meanIn } from '../pixels/integral.ts';
import type { LabImage } from '../pixels/lab.ts';
import type { PersonBody } from '../placement/persons.ts';
import { faceHint } from './face-hint.ts';
import type { SceneModel } from './scene-analysis.ts';

/** Minimum share of skin where the silhouette has the head; hair and a cap's shadow leave about a quarter. */
const minHeadSkin = 0.1;

/**
 * Estimates the body without a model: the silhouette in front of a plain background, checked for skin where its
 * head should be; otherwise a face-like patch of skin. Undefined when neither is found: wearable products are then
 * placed beside, never over an unknown area.
 */
export function findBody(scene: SceneModel): PersonBody | undefined {
  const body = bodyFromSilhouette(scene);
  if (body && body.crown >= 0 && headShowsSkin(body, scene)) return body;
  const face = faceHint(scene.skinMask, scene.planes.width, scene.planes.height);
  // In pictures from the neck down the head is outside, unless a face is visible.
  if (!face) return body && body.crown < 0 ? body : standingFigure(scene);
  const scale = scene.width / scene.planes.width;
  // A patch of skin reaches from the chin to the hair: four fifths of a head.
  const head = face.height * scale * 1.25;
  const crown = face.y * scale - head * 0.2;
  return { centre: (face.x + face.width / 2) * scale, head, crown, shoulders: head * 2.05 };
}

/**
 * Upright pictures with some skin in the middle: assumes the full-length figure that photographers centre, crown
 * at a fifth, feet at 95 %. Called only for wearable products, so a person is expected.
 */
function standingFigure({ width, height, skin }: SceneModel): PersonBody | undefined {
  const middle = { x: width * 0.33, y: height * 0.15, width: width * 0.34, height: height * 0.6 };
  if (height < width * 1.2 || meanIn(skin, middle) < 0.035) return undefined;
  const head = (height * 0.74) / 7.5;
  return { centre: width / 2, head, crown: height * 0.21, shoulders: head * 2.05 };
}

function headShowsSkin(body: PersonBody, scene: SceneModel): boolean {
  const box = { x: body.centre - body.head * 0.4, y: body.crown, width: body.head * 0.8, height: body.head };
  return meanIn(scene.skin, box) >= minHeadSkin;
}

/**
 * The silhouette as the pixels of each row that differ from the picture's side borders; undefined when too few do.
 */
function bodyFromSilhouette(scene: SceneModel): PersonBody | undefined {
  const { planes } = scene;
  const rows = silhouette(planes);
  const used = rows.filter(({ width }) => width > planes.width * 0.05);
  if (used.length < planes.height * 0.25) return undefined;
  const scale = scene.width / planes.width;
  const widths = used.map(({ width }) => width).sort((p, q) => p - q);
  const body = widths[Math.floor(widths.length * 0.75)]! * scale;
  // A shape wider than tall is furniture: a leather sofa has the colours of skin and differs from the borders too.
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
    // Cut at the neck or above: shoulders fill the picture, the crown is outside.
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

/** Per row, the central run of pixels that differ from both side borders. */
function silhouette(planes: LabImage): SilhouetteRow[] {
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
    const { from, to } = centralRun(columns, width);
    return { y, centre: (from + to) / 2, width: to - from };
  });
}

/** The run of differing columns nearest the picture's middle; gaps of 3 % are bridged (arms, stripes). */
function centralRun(columns: number[], width: number): { from: number; to: number } {
  let best = { from: 0, to: 0 };
  let bestScore = Number.NEGATIVE_INFINITY;
  let from = columns[0] ?? 0;
  for (const [k, x] of columns.entries()) {
    const next = columns[k + 1];
    if (next !== undefined && next - x <= width * 0.03) continue;
    const score = Math.min(x - from, width * 0.3) - 1.2 * Math.abs((from + x) / 2 - width / 2);
    if (x - from > width * 0.03 && score > bestScore) {
      best = { from, to: x };
      bestScore = score;
    }
    from = next ?? 0;
  }
  return best;
}

function bandMean(planes: LabImage, y: number, from: number, to: number): number[] {
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
