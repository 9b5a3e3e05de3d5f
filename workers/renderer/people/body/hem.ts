import { components } from '../../pixels/components.ts';
import type { LabImage } from '../../pixels/lab.ts';
import { toLab } from '../../pixels/lab.ts';
import { fitMixture, logLikelihood } from '../../pixels/mixture.ts';
import type { Plane } from '../../pixels/plane.ts';
import type { Point } from '../../pixels/points.ts';
import { type FootView, onFoot } from './foot-view.ts';

/** A foot before its leg is separated from its shoe. */
export interface FootRegion {
  /** Middle of the leg where the foot begins, and the leg's width there. */
  ankle: Point;
  width: number;
  /** Down the shin; unit vector. */
  shin: Point;
  /** 1 on foot and shoe. */
  cells: Uint8Array;
  left: number;
  right: number;
  bottom: number;
}

/** The end of a leg above its foot; cells of the view. */
export interface Hem {
  /** 1 on trousers or skin. */
  leg: Plane;
  /** Middle of the lower end; undefined when colors do not distinguish leg from shoe. */
  end: Point | undefined;
}

/**
 * Shoulder widths from the rough ankle: where the leg and where the shoe are certain, and how far a hem can
 * deviate.
 */
const range = { legFrom: -0.95, legTo: -0.42, shoeFrom: 0.16, top: -1, sure: -0.5, end: 0.35 };

/** Separates leg and shoe by color around each ankle; `u`: cells of a shoulder width. */
export function getHems(view: FootView, u: number, feet: FootRegion[]): Hem[] {
  const image = toLab(view.image.data, view.side, view.side, 3);
  return feet.map((foot) => getHem(view, u, foot, image));
}

function getHem({ side, person }: FootView, u: number, foot: FootRegion, image: LabImage): Hem {
  const { ankle, shin, width } = foot;
  const maskWhere = (predicate: (down: number, aside: number, i: number) => boolean): Uint8Array => {
    const out = new Uint8Array(side * side);
    const top = Math.max(0, Math.floor(ankle.y + range.top * u));
    for (let y = top; y < side; y++) {
      const centre = ankle.x + (shin.x / shin.y) * (y - ankle.y);
      for (let x = 0; x < side; x++) {
        const i = y * side + x;
        if (predicate((y - ankle.y) / u, Math.abs(x - centre), i)) out[i] = 1;
      }
    }
    return out;
  };
  const near = width * 0.8 + 0.04 * u;
  const legColors = fitMixture(
    image,
    maskWhere((d, a, i) => d > range.legFrom && d < range.legTo && a < near && person.data[i]! >= 0.5),
    4,
  );
  const shoeColors = fitMixture(
    image,
    maskWhere((d, _, i) => d > range.shoeFrom && foot.cells[i] === 1),
    3,
  );
  const isLeg = (d: number, i: number): boolean => {
    if (d < range.sure) return true;
    if (!legColors || !shoeColors) return d < 0;
    const [l, a, b] = [image.l[i]!, image.a[i]!, image.b[i]!];
    // The joint is a hint only: trousers end below it, high shoes above.
    return logLikelihood(legColors, l, a, b) - logLikelihood(shoeColors, l, a, b) > 6 * d;
  };
  return largestPiece(
    maskWhere((d, a, i) => d < range.end && a < near && person.data[i]! >= onFoot && isLeg(d, i)),
    side,
    width,
  );
}

function largestPiece(found: Uint8Array, side: number, width: number): Hem {
  const data = new Float32Array(side * side);
  const [piece] = components(found, side, side).sort((p, q) => q.area - p.area);
  const rows = new Map<number, { count: number; sum: number }>();
  for (const i of piece?.pixels ?? []) {
    data[i] = 1;
    const y = Math.floor(i / side);
    const row = rows.get(y) ?? { count: 0, sum: 0 };
    rows.set(y, { count: row.count + 1, sum: row.sum + (i % side) + 0.5 });
  }
  const full = [...rows].filter(([, { count }]) => count >= width * 0.5).sort(([p], [q]) => q - p);
  const lowest = full.slice(0, 4);
  const middle = lowest.reduce((sum, [, row]) => sum + row.sum / row.count, 0) / lowest.length;
  const end = lowest.length === 4 ? { x: middle, y: lowest[0]![0] + 1 } : undefined;
  return { leg: { data, width: side, height: side }, end };
}
