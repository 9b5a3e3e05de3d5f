import { basename } from 'node:path';
import { expect } from 'chai';
import { qualityPairs } from '../../../../../scripts/bench/local-quality/pairs.ts';
import { photos } from '../../../../../scripts/bench/local-quality/test-photos.ts';

const findSide = (path: string) => photos.find(({ file }) => file === basename(path))?.side;

describe('the test photos of the local renderer', () => {
  it('are on one side each: looked at while tuning, or only reported on', () => {
    const names = photos.map(({ file }) => file);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('report on at least 20 scenes and 25 products, 5 of them outdoors and 7 with a person', () => {
    const report = photos.filter(({ side }) => side === 'report').map(({ file }) => file);
    const scenes = report.filter((file) => /^(room|space|outdoor|person)_/u.test(file));
    const startingWith = (start: string) => scenes.filter((file) => file.startsWith(start)).length;
    expect(scenes.length).to.be.at.least(20);
    expect(report.length - scenes.length).to.be.at.least(25);
    expect(startingWith('outdoor_')).to.be.at.least(5);
    expect(startingWith('person_')).to.be.at.least(7);
  });

  it('are never mixed in a pair, so that no reported photo is seen while tuning', () => {
    for (const { scene, product, side } of qualityPairs()) {
      const sides = [findSide(scene), findSide(product)].filter((found) => found !== undefined);
      expect(
        sides.every((found) => found === side),
        `${scene} × ${product}`,
      ).to.equal(true);
    }
  });
});
