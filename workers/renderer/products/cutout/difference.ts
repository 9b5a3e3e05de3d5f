import type { LabImage } from '../../pixels/lab.ts';
import type { Background } from './background.ts';

/**
 * The distance of each pixel from the background behind it. `plain` is the Lab distance; `shaded` gives little weight
 * to differences that a shadow explains (darker, same hue, no texture), so that the soft shadow under a product does
 * not count as product.
 */
export interface Difference {
  plain: Float32Array;
  shaded: Float32Array;
  /** 1 where the color alone could be the background in shadow: darker, nearly the same hue. */
  shadow: Uint8Array;
}

// Soft shadows measured on white sweeps: up to 38 L darker, chroma within 7, slope under 2.2 L a pixel.
const SHADOW = { darkest: -38, chroma: 7, calm: 2.2, sharp: 5, weight: 0.3, core: -60 };
// Noise of a clean studio background; a noisier region is scaled down to it so that one threshold fits both.
const REFERENCE_NOISE = 1.2;

export function differenceFrom(image: LabImage, background: Background, edges: Float32Array): Difference {
  const n = image.l.length;
  const plain = new Float32Array(n);
  const shaded = new Float32Array(n);
  const shadow = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const dl = image.l[i]! - background.color.l[i]!;
    const da = image.a[i]! - background.color.a[i]!;
    const db = image.b[i]! - background.color.b[i]!;
    const chroma = Math.sqrt(da * da + db * db);
    const scale = background.floorLine
      ? Math.min(1, REFERENCE_NOISE / Math.max(0.1, background.noise[i]!))
      : 1;
    const weight = 1 - (1 - SHADOW.weight) * shadowLikeness(dl, chroma, edges[i]!);
    shadow[i] = dl < 0 && dl >= SHADOW.core && chroma < SHADOW.chroma ? 1 : 0;
    plain[i] = scale * Math.sqrt(dl * dl + chroma * chroma);
    shaded[i] = scale * Math.sqrt(dl * weight * dl * weight + chroma * chroma);
  }
  return { plain, shaded, shadow };
}

/** 1 for a likely shadow on the background, falling to 0 with color, slope and depth. */
function shadowLikeness(dl: number, chroma: number, slope: number): number {
  if (dl >= 0 || dl < SHADOW.darkest || chroma >= SHADOW.chroma || slope >= SHADOW.sharp) return 0;
  return slope <= SHADOW.calm ? 1 : (SHADOW.sharp - slope) / (SHADOW.sharp - SHADOW.calm);
}
