import { distanceTo, erode } from '../../pixels/distance.ts';
import { fitMixture, logLikelihood, type Mixture } from '../../pixels/mixture.ts';
import { localColor } from './local-color.ts';
import type { Evidence } from './segment.ts';
import { windowExtreme } from './window-extreme.ts';

// Contact shadow: darker, nearly the background's hue, closer to the background than to the product beside it.
const PEEL = { steps: 14, solidDepth: 3, fromSolid: 11, contrast: 15, towardsObject: 0.5 };
// Unlike the product's colors (log likelihood), or behind a far weaker edge than the product's.
const FOREIGN = { likelihood: -11.5, weakEdge: 0.5, edgeMax: 10 };

/** Removes hard-edged contact shadow from the outside of the mask, at most a few pixels deep. */
export function peelShadow(evidence: Evidence, mask: Uint8Array): Uint8Array {
  const { width, height } = evidence.image;
  const interior = erode(mask, width, height, PEEL.solidDepth);
  const model = fitMixture(evidence.image, interior, 5);
  if (!model) return mask;
  const shadow = shadowTest(evidence, mask, interior, model);
  const out = mask.slice();
  for (let step = 0; step < PEEL.steps; step++) {
    const peeled: number[] = [];
    for (let i = 0; i < out.length; i++) {
      if (out[i] && shadow[i] && bordersOutside(out, i, width, height)) peeled.push(i);
    }
    if (peeled.length === 0) break;
    for (const i of peeled) out[i] = 0;
  }
  return out;
}

function shadowTest(evidence: Evidence, mask: Uint8Array, interior: Uint8Array, model: Mixture): Uint8Array {
  const { image, difference, enclosure } = evidence;
  const { width, height } = image;
  const planes = [image.l, image.a, image.b] as const;
  const [fl, fa, fb] = localColor(planes, interior, width, height, true);
  const [bl, ba, bb] = localColor(planes, mask, width, height, false);
  const fromSolid = distanceTo(interior, width, height);
  const edgeWithin = windowExtreme(enclosure.barrier, width, height, 6, 1);
  return mask.map((value, i) => {
    if (!value || !difference.shadow[i] || fromSolid[i]! > PEEL.fromSolid) return 0;
    const [l, a, b] = [image.l[i]!, image.a[i]!, image.b[i]!] as const;
    if (logLikelihood(model, l, a, b) < FOREIGN.likelihood) return 1;
    const [dl, da, db] = [fl[i]! - bl[i]!, fa[i]! - ba[i]!, fb[i]! - bb[i]!] as const;
    const square = dl * dl + da * da + db * db;
    const along = ((l - bl[i]!) * dl + (a - ba[i]!) * da + (b - bb[i]!) * db) / (square + 1e-6);
    if (square < PEEL.contrast ** 2 || along > PEEL.towardsObject) return 0;
    if (enclosure.computed) return 0;
    return enclosure.barrier[i]! < Math.min(FOREIGN.edgeMax, FOREIGN.weakEdge * edgeWithin[i]!) ? 1 : 0;
  });
}

function bordersOutside(mask: Uint8Array, i: number, width: number, height: number): boolean {
  const x = i % width;
  return (
    (x > 0 && !mask[i - 1]) ||
    (x < width - 1 && !mask[i + 1]) ||
    (i >= width && !mask[i - width]) ||
    (i < width * (height - 1) && !mask[i + width])
  );
}
