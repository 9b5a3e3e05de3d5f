import { components } from '../pixels/components.ts';
import type { Rect } from '../pixels/rect.ts';

/**
 * The patch of skin most like a face: compact, not too big or small, away from the borders, in the upper part near
 * the middle. Only a hint, for people in front of busy backgrounds: sand and wood pass the colour test too.
 */
export function faceHint(skin: Uint8Array, width: number, height: number): Rect | undefined {
  let best: Rect | undefined;
  let bestScore = 0;
  for (const { box, area } of components(eroded(skin, width), width, height)) {
    const aspect = box.width / box.height;
    const fill = area / (box.width * box.height);
    const tall = box.height / height;
    const aside = Math.abs((box.x + box.width / 2) / width - 0.5);
    const inside = box.x > 1 && box.y > 1 && box.x + box.width < width - 1;
    if (!inside || aspect < 0.4 || aspect > 1.4 || fill < 0.38 || tall < 0.035 || tall > 0.4) continue;
    if (aside > 0.25 || box.y > height * 0.42) continue;
    const score = area * (1 - 1.5 * (box.y / height)) * (1 - 2 * aside);
    if (score > bestScore) {
      best = box;
      bestScore = score;
    }
  }
  return best;
}

/** Drops pixels whose four neighbours are not all skin: separates faces from walls of a similar colour. */
function eroded(skin: Uint8Array, width: number): Uint8Array {
  return skin.map((value, i) =>
    value === 1 && skin[i - 1] === 1 && skin[i + 1] === 1 && skin[i - width] === 1 && skin[i + width] === 1
      ? 1
      : 0,
  );
}
