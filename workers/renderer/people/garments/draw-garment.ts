import { fillOut } from '../../pixels/fill-out.ts';
import type { Mesh } from '../../pixels/mesh.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Rect } from '../../pixels/rect.ts';
import { type Memory, ownMemory } from '../../threads/memory.ts';
import { type Canvas, drawBands } from './draw-bands.ts';
import { type GarmentPlanes, interleaved } from './garment-planes.ts';

/** Something worn, at its final size: straight RGBA over `rect` of the scene. */
export interface WornLayer {
  rect: Rect;
  pixels: Pixels;
}

/** How a garment is to be drawn. */
export interface Drawing extends GarmentPlanes {
  rect: Rect;
  /** Later ones lie over earlier ones. Those after the first are sleeves. */
  pieces: Mesh[][];
  /** Straight RGBA, at about the size it is worn. */
  garment: Pixels;
  /** Garment pixels per pixel of the picture the meshes point into. */
  toGarment: number;
  /** Whether the garment is continued, in its openings and beyond its edges, where old cloth would show. */
  closed: boolean;
  scene: Pixels;
  /** Mask pixels a scene pixel. */
  scale: number;
}

/** A second thread that draws bands of the same canvas. */
export interface DrawingHelper {
  /** Memory that both threads can read and write. */
  memory: Memory;
  /** Resolves when no band is left to begin. */
  draw(canvas: Canvas): Promise<void>;
}

/**
 * Draws the garment through its meshes, behind what is in front of it and in the old cloth's shade. The bytes are
 * the same with and without a helper.
 */
export async function drawGarment(drawing: Drawing, helper?: DrawingHelper): Promise<WornLayer> {
  const { rect } = drawing;
  const canvas = canvasOf(drawing, helper?.memory ?? ownMemory);
  const helped = helper?.draw(canvas).then(
    () => true,
    () => false,
  );
  drawBands(canvas);
  if ((await helped) === false) drawAlone(canvas);
  const { buffer } = canvas.drawn;
  return { rect, pixels: { data: new Uint8Array(buffer), width: rect.width, height: rect.height } };
}

/** For when the other thread was lost with bands that it had begun. */
function drawAlone(canvas: Canvas): void {
  canvas.drawn.fill(0);
  canvas.next.fill(0);
  drawBands(canvas);
}

function canvasOf(drawing: Drawing, memory: Memory): Canvas {
  const { rect, pieces, garment, toGarment, closed, scale } = drawing;
  return {
    rect,
    pieces: pieces.filter((meshes) => meshes.length > 0),
    toGarment,
    closed,
    scale,
    garment: { ...garment, data: fillOut(garment, memory.bytes(garment.width * garment.height * 4)) },
    scene: readable(drawing.scene, memory),
    planes: interleaved(drawing, memory),
    drawn: memory.bytes(rect.width * rect.height * 4),
    next: memory.integers(1),
  };
}

const readable = ({ data, width, height }: Pixels, memory: Memory) => ({
  data: memory.bytesOf(data),
  width,
  height,
});
