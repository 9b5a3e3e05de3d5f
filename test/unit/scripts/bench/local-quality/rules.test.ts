import fc from 'fast-check';
import { brokenRules, type Rendered } from '../../../../../scripts/bench/local-quality/rules.ts';
import type { ProductPlan } from '../../../../../workers/renderer/products/classify.ts';
import { analyseScene } from '../../../../../workers/renderer/scene/scene-analysis.ts';

const side = 60;
const plan: ProductPlan = {
  kind: 't-shirt',
  surface: 'person',
  zone: 'torso',
  widthCm: 50,
  heightCm: 70,
  sizeStated: false,
};

/** A gap in a garment: rows and columns, from the first to before the last. */
interface Gap {
  rows: [number, number];
  columns: [number, number];
}

/** From edge to edge, so that it divides the garment. */
const dividing = fc
  .record({
    from: fc.integer({ min: 12, max: 28 }),
    width: fc.integer({ min: 2, max: 16 }),
    across: fc.boolean(),
  })
  .map(({ from, width, across }): Gap => {
    const [gap, all] = [[from, from + width] as [number, number], [0, side] as [number, number]];
    return across ? { rows: gap, columns: all } : { rows: all, columns: gap };
  });
const hole = fc
  .record({
    x: fc.integer({ min: 4, max: 30 }),
    y: fc.integer({ min: 4, max: 30 }),
    size: fc.integer({ min: 16, max: 22 }),
  })
  .map(({ x, y, size }): Gap => ({ rows: [y, y + size], columns: [x, x + size] }));

const isIn = ({ rows, columns }: Gap, x: number, y: number): boolean =>
  y >= rows[0] && y < rows[1] && x >= columns[0] && x < columns[1];

describe('the rule that a garment is not torn', () => {
  let model: Rendered['model'];

  before(async () => {
    model = await analyseScene({ data: new Uint8Array(side * side * 3), width: side, height: side });
  });

  /** A square garment with a gap, of which what is in front hides a part. */
  function isTorn(gap: Gap, isHidden: (x: number, y: number) => boolean): boolean {
    const data = new Uint8Array(side * side * 4).fill(255);
    const hidden = new Uint8ClampedArray(side * side);
    for (let i = 0; i < side * side; i++) {
      const [x, y] = [i % side, Math.floor(i / side)];
      if (!isIn(gap, x, y)) continue;
      data[i * 4 + 3] = 0;
      if (isHidden(x, y)) hidden[i] = 255;
    }
    const rect = { x: 0, y: 0, width: side, height: side };
    const paint = { index: 0, rect, pixels: { data, width: side, height: side }, shadow: undefined, hidden };
    const place = { product: 0, ...rect, surface: 'person', zone: 'torso' } as const;
    const measures = { chroma: 0, halo: 0, onFace: 0, beyondBody: 0 };
    return brokenRules({ place, paint, plan, model, ...measures }).includes('torn');
  }

  it('fails a garment in pieces or with a hole, wherever the gap is', () => {
    fc.assert(
      fc.property(fc.oneof(dividing, hole), (gap) => isTorn(gap, () => false)),
      { seed: 1 },
    );
  });

  it('fails a garment of which an arm in front hides only a part of the gap', () => {
    const isUpperLeft = (gap: Gap) => (x: number, y: number) =>
      x < (gap.columns[0] + gap.columns[1]) / 2 - 1 && y < (gap.rows[0] + gap.rows[1]) / 2 - 1;
    fc.assert(
      fc.property(hole, (gap) => isTorn(gap, isUpperLeft(gap))),
      { seed: 1 },
    );
  });

  it('passes a garment that an arm in front of it divides', () => {
    fc.assert(
      fc.property(fc.oneof(dividing, hole), (gap) => !isTorn(gap, () => true)),
      { seed: 1 },
    );
  });
});
