import { expect } from 'chai';
import { getFeet } from '../../../../../../workers/renderer/people/body/feet.ts';
import type { FootView } from '../../../../../../workers/renderer/people/body/foot-view.ts';

const side = 128;

/** Boxes (left, top, right, bottom) in a view of 60 cells a shoulder width. */
function toView(legs: number[][], shoes: number[][]): FootView {
  const data = new Uint8Array(side * side * 3).fill(120);
  const person = new Float32Array(side * side);
  const draw = ([left, top, right, bottom]: number[], color: number[]): void => {
    for (let y = top!; y < bottom!; y++) {
      for (let x = left!; x < right!; x++) {
        data.set(color, (y * side + x) * 3);
        person[y * side + x] = 1;
      }
    }
  };
  for (const box of legs) draw(box, [40, 60, 150]);
  for (const box of shoes) draw(box, [235, 235, 230]);
  const area = { x: 0, y: 0, width: side, height: side };
  const image = { data, width: side, height: side };
  return { area, side, scale: 1, image, person: { data: person, width: side, height: side } };
}

describe('two feet that touch', () => {
  it('are separated so that the front one keeps its whole sole, including the arch', () => {
    const legs = [
      [38, 0, 52, 60],
      [94, 0, 108, 70],
    ];
    const shoes = [
      [18, 60, 58, 92],
      [50, 70, 76, 100],
      [76, 70, 82, 90],
      [82, 70, 112, 100],
    ];
    const [back, front] = getFeet(toView(legs, shoes), 60, [
      { x: 45, y: 60 },
      { x: 101, y: 70 },
    ]);
    const below = (cells: Uint8Array): number =>
      cells.reduce((sum, cell, i) => sum + (cell && i % side >= 62 ? 1 : 0), 0);
    expect(below(back!.cells)).to.equal(0);
    expect(back!.right).to.be.at.most(60);
    expect(front!.cells[80 * side + 79]).to.equal(1);
  });
});
