import type { Size } from '../../../shared/images/output.ts';

/** The ratios that every Gemini image model accepts, also those on fal and Replicate. */
export const aspectShapes: [Size, ...Size[]] = [
  { width: 1, height: 1 },
  { width: 2, height: 3 },
  { width: 3, height: 2 },
  { width: 3, height: 4 },
  { width: 4, height: 3 },
  { width: 4, height: 5 },
  { width: 5, height: 4 },
  { width: 9, height: 16 },
  { width: 16, height: 9 },
  { width: 21, height: 9 },
];

/** `3:2`. Always sent: without it a model takes the shape of the last image, a product's. */
export const aspectName = ({ width, height }: Size) => `${width}:${height}`;

/** `2K` costs half as much again, so it is requested only for outputs larger than 1024 px. */
export const resolutionName = ({ width, height }: Size) => (Math.max(width, height) > 1024 ? '2K' : '1K');
