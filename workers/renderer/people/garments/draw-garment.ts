import { fillOut } from '../../pixels/fill-out.ts';
import type { Layer } from '../../pixels/layer.ts';
import { type Memory, ownMemory } from '../../pixels/memory.ts';
import type { Mesh } from '../../pixels/mesh.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Rect } from '../../pixels/rect.ts';
import { drawBands, type GarmentCanvas } from './draw-bands.ts';
import { type GarmentPlanes, interleaved } from './garment-planes.ts';

/** The input for drawing a garment. */
export interface Drawing extends GarmentPlanes {
  rect: Rect;
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

/** A helper thread that draws bands of the same garment. */
export interface DrawingHelper {
  /** Memory shared by both threads. */
  memory: Memory;
  /** Resolves when no band is left to start. */
  draw(canvas: GarmentCanvas): Promise<void>;
}

/**
 * Draws the garment through its meshes, behind the layers in front of it and with the old cloth's shade. The bytes
 * do not depend on the helper.
 */
export async function drawGarment(drawing: Drawing, helper?: DrawingHelper): Promise<Layer> {
  const { rect } = drawing;
  const canvas = getCanvas(drawing, helper?.memory ?? ownMemory);
  const helperDone = helper?.draw(canvas).then(
    () => true,
    () => false,
  );
  drawBands(canvas);
  if ((await helperDone) === false) redrawAlone(canvas);
  const { buffer } = canvas.drawn;
  return { rect, pixels: { data: new Uint8Array(buffer), width: rect.width, height: rect.height } };
}

/** Starts over without the helper, which failed after it had started bands. */
function redrawAlone(canvas: GarmentCanvas): void {
  canvas.drawn.fill(0);
  canvas.next.fill(0);
  drawBands(canvas);
}

function getCanvas(drawing: Drawing, memory: Memory): GarmentCanvas {
  const { rect, pieces, garment, toGarment, closed, scale } = drawing;
  return {
    rect,
    pieces: pieces.filter((meshes) => meshes.length > 0),
    toGarment,
    closed,
    scale,
    garment: { ...garment, data: fillOut(garment, memory.bytes(garment.width * garment.height * 4)) },
    scene: inSharedMemory(drawing.scene, memory),
    planes: interleaved(drawing, memory),
    drawn: memory.bytes(rect.width * rect.height * 4),
    next: memory.integers(1),
  };
}

const inSharedMemory = ({ data, width, height }: Pixels, memory: Memory) => ({
  data: memory.toBytes(data),
  width,
  height,
});
