import { type LabColour, type LabImage, toLab } from './lab.ts';
import { fitMixture } from './mixture.ts';

const OPAQUE = 200;
const CLUSTERS = 4;

/** The colour that covers most of the product: mean of the largest of four colour clusters. */
export function dominantColour(rgba: Buffer, width: number, height: number): LabColour {
  const image = toLab(rgba, width, height, 4);
  const member = new Uint8Array(width * height);
  for (let i = 0; i < member.length; i++) member[i] = rgba[i * 4 + 3]! >= OPAQUE ? 1 : 0;
  const mixture = fitMixture(image, member, CLUSTERS);
  if (!mixture) return meanColour(image, rgba);
  const largest = mixture.share.indexOf(Math.max(...mixture.share));
  return [...mixture.mean.subarray(largest * 3, largest * 3 + 3)] as LabColour;
}

function meanColour(image: LabImage, rgba: Buffer): LabColour {
  const sum: LabColour = [0, 0, 0];
  let weight = 1e-9;
  for (let i = 0; i < image.l.length; i++) {
    const alpha = rgba[i * 4 + 3]!;
    weight += alpha;
    sum[0] += alpha * image.l[i]!;
    sum[1] += alpha * image.a[i]!;
    sum[2] += alpha * image.b[i]!;
  }
  return [sum[0] / weight, sum[1] / weight, sum[2] / weight];
}
