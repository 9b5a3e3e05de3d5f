import type { Pixels } from '../../pixels/pixels.ts';
import type { Frame, Head } from './body.ts';

export type SkinTest = (red: number, green: number, blue: number) => boolean;

/** Minimum number of face pixels for estimating the skin color. */
const minFacePixels = 12;

/** Skin by the usual box in Cb and Cr; where a face is visible, its distance from the face's color as well. */
export function skinTest(small: Pixels, { head }: Frame, toScene: number): SkinTest {
  const face = head ? faceColors(small, head, toScene) : [];
  if (face.length < minFacePixels) return skinBox;
  const [blueish = 0, reddish = 0] = [0, 1].map(
    (c) => face.map((pair) => pair[c]!).sort((p, q) => p - q)[face.length >> 1]!,
  );
  return (red, green, blue) => {
    const [cb, cr] = chroma(red, green, blue);
    return skinBox(red, green, blue) && Math.hypot(cb - blueish, cr - reddish) < 16;
  };
}

function faceColors(small: Pixels, head: Head, toScene: number): [number, number][] {
  const found: [number, number][] = [];
  const radius = head.height * 0.2;
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      const dx = (x + 0.5) * toScene - head.eyes.x;
      const dy = (y + 0.5) * toScene - head.eyes.y - radius * 0.6;
      if (dx * dx + dy * dy > radius * radius) continue;
      const i = (y * small.width + x) * 3;
      const [r, g, b] = [small.data[i]!, small.data[i + 1]!, small.data[i + 2]!];
      if (skinBox(r, g, b)) found.push(chroma(r, g, b));
    }
  }
  return found;
}

const chroma = (r: number, g: number, b: number): [number, number] => [
  128 - 0.1687 * r - 0.3313 * g + 0.5 * b,
  128 + 0.5 * r - 0.4187 * g - 0.0813 * b,
];

function skinBox(r: number, g: number, b: number): boolean {
  const [cb, cr] = chroma(r, g, b);
  return r > 40 && cb > 77 && cb < 127 && cr > 134 && cr < 173 && r > g && g > b * 0.75;
}
