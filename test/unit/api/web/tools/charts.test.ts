import { expect } from 'chai';
import { nextPoint } from '../../../../../api/web/tools/live-charts.ts';

describe('the keys of a chart', () => {
  const rows: [key: string, active: number, next: number | undefined][] = [
    ['ArrowRight', -1, 0],
    ['ArrowRight', 1, 2],
    ['ArrowRight', 2, 2],
    ['ArrowLeft', -1, 2],
    ['ArrowLeft', 1, 0],
    ['ArrowLeft', 0, 0],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['Escape', 1, -1],
    ['Escape', -1, undefined],
    ['Tab', 1, undefined],
  ];
  for (const [key, active, next] of rows) {
    it(`lead from point ${active} to ${next} of three with ${key}`, () => {
      expect(nextPoint(key, active, 3)).to.equal(next);
    });
  }
});
