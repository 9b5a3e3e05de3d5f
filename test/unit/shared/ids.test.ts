import { expect } from 'chai';
import { newId, startOfIds, timeOfId } from '../../../shared/ids.ts';

describe('an id', () => {
  const atMs = Date.UTC(2026, 0, 1);
  const manyAt = (ms: number) => Array.from({ length: 1000 }, () => newId('rnd', ms));

  it('has its prefix, its time and 14 hexadecimal digits', () => {
    const id = newId('rnd', atMs);
    expect(id).to.match(/^rnd_[0-9a-z]{9}[0-9a-f]{14}$/);
    expect(timeOfId(id)).to.equal(atMs);
    expect(id.startsWith(startOfIds('rnd', atMs))).to.equal(true);
  });

  it('sorts after those that the process made in the same millisecond', () => {
    const ids = manyAt(atMs);
    expect(ids.toSorted()).to.deep.equal(ids);
    expect(new Set(ids.map((id) => id.length))).to.deep.equal(new Set([27]));
  });

  it('keeps that order when ids with another prefix and another time are made in between', () => {
    const first = newId('rnd', atMs);
    newId('inc', atMs - 1);
    expect(newId('rnd', atMs) > first).to.equal(true);
  });

  it('does not follow from the one before', () => {
    const gaps = manyAt(atMs).map((id) => BigInt(`0x${id.slice(13)}`));
    const steps = gaps.slice(1).map((value, index) => value - (gaps[index] ?? 0n));
    expect(new Set(steps).size).to.equal(steps.length);
    expect(steps.some((step) => step > 1n << 32n)).to.equal(true);
  });

  it('sorts by time first', () => {
    const earlier = newId('rnd', atMs - 1);
    expect(newId('rnd', atMs) > earlier).to.equal(true);
  });
});
