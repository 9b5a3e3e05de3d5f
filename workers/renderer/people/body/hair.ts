import type { LabImage } from '../../pixels/lab.ts';
import { toLab } from '../../pixels/lab.ts';
import { fitMixture, logLikelihood } from '../../pixels/mixture.ts';
import type { Plane } from '../../pixels/plane.ts';
import { placeAt } from '../../pixels/points.ts';
import type { Frame, Head } from './body.ts';
import { faceCoordinates } from './body-places.ts';
import type { Person } from './read-person.ts';
import { skinTest } from './skin-test.ts';

/** Maximum area below the chin (eye gaps squared): more is a dark coat, not hair. */
const maxArea = 15;

/** Hair that falls over a garment: 1 at mask size. Region growing from the head by the hair's colors. */
export function fallingHair({ small, mask, scale }: Person, frame: Frame, head: Head): Plane {
  const { width, height } = mask;
  const data = new Float32Array(width * height);
  const image = toLab(small.data, width, height, 3);
  const place = (i: number) => faceCoordinates(placeAt(i, width, scale), head);
  const gap = head.eyeGap;
  const member = new Uint8Array(width * height);
  for (let i = 0; i < member.length; i++) {
    if (mask.data[i]! < 0.8) continue;
    const { along, down } = place(i);
    const near = Math.hypot(along, down) < 2.4 * gap && down < 0.2 * gap;
    if (near && !inFace(along * 0.8, down * 0.9, gap) && down < 0.9 * Math.abs(along) - 1.2 * gap)
      member[i] = 1;
  }
  const hair = fitMixture(image, member, 2);
  const isSkin = skinTest(small, frame, 1 / scale);
  const excluded = member.map((_, i) => {
    const { along, down } = place(i);
    const [r, g, b] = [small.data[i * 3]!, small.data[i * 3 + 1]!, small.data[i * 3 + 2]!];
    return inFace(along, down, gap) || isSkin(r, g, b) ? 1 : 0;
  });
  const found = hair ? growFrom(member, image, mask, excluded, hair) : [];
  const places = found.map((i) => ({ i, ...place(i) }));
  const below = places.filter(({ down }) => down > 1.8 * gap).length;
  const jaw = places.filter(
    ({ along, down }) => down > 0.9 * gap && down <= 1.8 * gap && Math.abs(along) > 1.1 * gap,
  ).length;
  const area = (gap * scale) ** 2;
  if (below < area * maxArea && jaw > area * minBesideJaw)
    for (const { i, down } of places) if (down > 0) data[i] = 1;
  return { data, width, height };
}

function growFrom(
  seeds: Uint8Array,
  image: LabImage,
  { data, width }: Plane,
  excluded: Uint8Array,
  hair: NonNullable<ReturnType<typeof fitMixture>>,
): number[] {
  const seen = Uint8Array.from(seeds);
  const open: number[] = [];
  for (let i = 0; i < seeds.length; i++) if (seeds[i]) open.push(i);
  for (let head = 0; head < open.length; head++) {
    const i = open[head]!;
    for (const j of [i - 1, i + 1, i - width, i + width]) {
      if (j < 0 || j >= seen.length || seen[j] || excluded[j] || data[j]! < 0.5) continue;
      seen[j] = 1;
      if (logLikelihood(hair, image.l[j]!, image.a[j]!, image.b[j]!) > minLikelihood) open.push(j);
    }
  }
  return open;
}

/** Minimum area beside the jaw (eye gaps squared): beards are dark too, but hair falls beside the face. */
const minBesideJaw = 0.2;
const inFace = (along: number, down: number, gap: number): boolean =>
  (along / gap) ** 2 + ((down - 0.55 * gap) / (1.5 * gap)) ** 2 < 1 && down > -0.8 * gap;

/** Minimum log likelihood of a hair color. */
const minLikelihood = -14;
