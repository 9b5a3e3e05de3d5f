import { components } from '../../pixels/components.ts';
import type { Layer } from '../../pixels/layer.ts';
import type { Layers } from './occlusion.ts';

/** Share of a garment that may be in holes and in pieces apart from the largest. */
const maxTorn = 0.05;
/** Longest side of the grid on which pieces and holes are found. */
const gridSide = 320;

interface Grid {
  /** 1 where the garment is opaque. */
  cells: Uint8Array;
  width: number;
  height: number;
  /** Pixels per cell. */
  size: number;
}

/** True unless the garment is in pieces or has holes. */
export function isWhole(layer: Layer): boolean {
  const { cells, width, height } = getGrid(layer);
  const pieces = components(cells, width, height).map(({ area }) => area);
  const gaps = components(
    cells.map((value) => 1 - value),
    width,
    height,
  ).filter(({ box }) => box.x > 0 && box.y > 0 && box.x + box.width < width && box.y + box.height < height);
  const total = pieces.reduce((sum, area) => sum + area, 0);
  const lost = total - Math.max(0, ...pieces) + gaps.reduce((sum, { area }) => sum + area, 0);
  return lost <= maxTorn * total;
}

/** The layers of a garment that only the face is in front of: nothing else can tear it. */
export const withoutFront = ({ front, sleeveFront, ...layers }: Layers): Layers => ({
  ...layers,
  front: { ...front, data: new Float32Array(front.data.length) },
  sleeveFront: { ...sleeveFront, data: new Float32Array(sleeveFront.data.length) },
});

/** Removes all pieces of a garment but the largest. */
export function inOnePiece({ rect, pixels }: Layer): Layer {
  const { cells, width, height, size } = getGrid({ rect, pixels });
  const [, ...loose] = components(cells, width, height).sort((p, q) => q.area - p.area);
  const isLoose = new Uint8Array(cells.length);
  for (const { pixels: piece } of loose) for (const i of piece) isLoose[i] = 1;
  const data = new Uint8Array(pixels.data);
  for (let i = 0; i < pixels.width * pixels.height; i++) {
    const cell =
      Math.floor(Math.floor(i / pixels.width) / size) * width + Math.floor((i % pixels.width) / size);
    if (isLoose[cell]) data[i * 4 + 3] = 0;
  }
  return { rect, pixels: { ...pixels, data } };
}

function getGrid({ pixels: { data, width, height } }: Layer): Grid {
  const size = Math.max(1, Math.ceil(Math.max(width, height) / gridSide));
  const [columns, rows] = [Math.ceil(width / size), Math.ceil(height / size)];
  const cells = new Uint8Array(columns * rows);
  for (let i = 0; i < width * height; i++) {
    if (data[i * 4 + 3]! > 128)
      cells[Math.floor(Math.floor(i / width) / size) * columns + Math.floor((i % width) / size)] = 1;
  }
  return { cells, width: columns, height: rows, size };
}
