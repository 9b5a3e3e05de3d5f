/** One product of a request: 1–4 photos of the same thing, encoded in any format sharp reads. */
export interface LocalProduct {
  title?: string;
  category?: string;
  color?: string;
  tags: string[];
  images: Buffer[];
}

export interface LocalRequest {
  /** Upright already (EXIF orientation applied by the intake). */
  scene: Buffer;
  products: LocalProduct[];
  /** Exact size of the PNG to deliver, long side ≤ 2048. */
  output: { width: number; height: number };
}

export const surfaces = ['floor', 'rug', 'wall', 'table', 'ceiling', 'seat', 'person'] as const;
export type Surface = (typeof surfaces)[number];

export const zones = [
  'head',
  'face',
  'torso',
  'legs',
  'full',
  'feet',
  'hand',
  'wrist',
  'shoulder',
  'neck',
] as const;
export type Zone = (typeof zones)[number];

export interface LocalPlacement {
  x: number;
  y: number;
  width: number;
  height: number;
  surface: Surface;
  zone?: Zone;
  /** Shown as a framed picture of itself, for want of a place on this surface. */
  card?: Surface;
}

export interface LocalReport {
  cutout: ('high' | 'low')[];
  /** Index of the photo that was cut out, per product. */
  chosenImage: number[];
  placements: LocalPlacement[];
  /** How the person was found: joints by a model, the outline alone, or nobody looked for or seen. */
  pose: 'model' | 'silhouette' | 'none';
  /** Why the models could not be loaded, where they were wanted. */
  poseMissing?: string;
  milliseconds: Record<string, number>;
}

export interface LocalRendered {
  png: Buffer;
  report: LocalReport;
}

/** Output pixels unless a comment says otherwise. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Row-major bytes, 3 (RGB) or 4 (straight RGBA) a pixel. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/** Hard overlap test; rectangles that only touch do not overlap. `gap` widens both. */
export function overlap(a: Rect, b: Rect, gap = 0): boolean {
  return (
    a.x < b.x + b.width + gap &&
    b.x < a.x + a.width + gap &&
    a.y < b.y + b.height + gap &&
    b.y < a.y + a.height + gap
  );
}
