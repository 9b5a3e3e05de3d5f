import { fillOut } from '../../pixels/fill-out.ts';
import type { Layer } from '../../pixels/layer.ts';
import type { Mesh } from '../../pixels/mesh.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { boxAround, type Rect } from '../../pixels/rect.ts';
import { eased } from '../../pixels/sound-mesh.ts';
import { drawBands } from './draw-bands.ts';
import { type GarmentPlanes, interleaved } from './garment-planes.ts';

/** The input for drawing a garment. */
export interface Drawing extends GarmentPlanes {
  /** The part of the scene that it may be drawn on. */
  within: Rect;
  /** Later ones cover earlier ones. Those after the first are sleeves. */
  pieces: Mesh[][];
  /** Straight RGBA, at about its size in the scene. */
  garment: Pixels;
  /** Garment pixels per pixel of the image the meshes point into. */
  toGarment: number;
  /** True if the garment is extended, in its openings and beyond its edges, where old cloth would be visible. */
  closed: boolean;
  scene: Pixels;
  /** Mask pixels per scene pixel. */
  scale: number;
  /** True where the garment is not warped. */
  laidOn?: boolean;
}

/** A garment, and per pixel the opacity (0–255) that what is in front takes from it. */
export interface Drawn extends Layer {
  hidden: Uint8ClampedArray;
}

/**
 * Draws the garment through its meshes, none of which is torn, behind the layers in front of it and with the old cloth's
 * shade.
 */
export function drawGarment(drawing: Drawing): Drawn {
  const { within, garment, toGarment, closed, scale, scene } = drawing;
  const pieces = drawing.pieces.map((meshes) => meshes.map((mesh) => eased(mesh).mesh));
  const rect = boxAround(
    pieces.flat(2).flatMap(({ target }) => target),
    within,
  );
  const drawn = new Uint8ClampedArray(rect.width * rect.height * 4);
  const hidden = new Uint8ClampedArray(rect.width * rect.height);
  drawBands({
    rect,
    pieces: pieces.filter((meshes) => meshes.length > 0),
    toGarment,
    closed,
    scale,
    garment: { ...garment, data: fillOut(garment) },
    scene,
    planes: interleaved(drawing),
    drawn,
    hidden,
  });
  const pixels = { data: new Uint8Array(drawn.buffer), width: rect.width, height: rect.height };
  return { rect, pixels, hidden };
}
