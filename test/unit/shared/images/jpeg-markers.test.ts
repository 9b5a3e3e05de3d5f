import { expect } from 'chai';
import { endOfScan, nextMarker } from '../../../../shared/images/jpeg-markers.ts';

const at = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

describe('JPEG markers', () => {
  const scans: [string, string, number][] = [
    ['an end marker', '01 02 ffd9', 2],
    ['stuffed bytes and restarts before it', 'ff00 ffd0 ffd7 ffd9', 6],
    ['fill bytes before it', 'ff ff ff d9', 2],
    ['no marker', 'ff00 01', -1],
    ['a marker that is cut off', '01 ff', -1],
    ['nothing but fill bytes', 'ff ff ff', -1],
  ];
  for (const [name, bytes, expected] of scans) {
    it(`ends a scan at ${name}`, () => expect(endOfScan(at(bytes), 0)).to.equal(expected));
  }

  it('skips what can begin no segment: TEM, a second start, bytes between segments', () => {
    expect(nextMarker(at('ff01 ffd8 00 ffc0'), 0)).to.equal(5);
  });

  it('finds the marker wherever it stands after another 0xff', () => {
    for (let gap = 0; gap < 200; gap++) {
      const file = Buffer.concat([at('ff00'), Buffer.alloc(gap), at('ffd9')]);
      expect(endOfScan(file, 0), `${gap}`).to.equal(gap + 2);
    }
  });

  it('finds the one after 8 MiB of each pattern that looks like one', () => {
    for (const pattern of ['ff00', 'ffd0', 'ff', 'ff0007']) {
      const file = Buffer.alloc(8 * 1024 * 1024, pattern, 'hex');
      const end = file.length - (file.length % (pattern.length / 2));
      file.write('ffd9', end - 2 - (pattern === 'ff0007' ? 1 : 0), 'hex');
      const found = endOfScan(file, 0);
      expect(file.readUInt16BE(found).toString(16), pattern).to.equal('ffd9');
    }
  });
});
