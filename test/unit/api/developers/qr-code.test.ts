import { expect } from 'chai';
import { render } from 'preact-render-to-string';
import { QrCode } from '../../../../api/developers/qr-code.tsx';

const draw = (text: string) => render(QrCode({ text, label: 'A code' }));

/** Reads the dark modules of a drawing. */
function readModules(svg: string): { size: number; isDark(x: number, y: number): boolean } {
  const dark = new Set([...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)![1]);
  return { size, isDark: (x, y) => dark.has(`${x} ${y}`) };
}

describe('a QR code', () => {
  it('has its three finder patterns within a quiet zone', () => {
    const { size, isDark } = readModules(
      draw('otpauth://totp/Render%20platform:ada?secret=JBSWY3DPEHPK3PXP'),
    );
    const far = size - 4 - 7;
    for (const [left, top] of [
      [4, 4],
      [far, 4],
      [4, far],
    ] as const) {
      const row = (y: number) =>
        [0, 1, 2, 3, 4, 5, 6].map((x) => (isDark(left + x, top + y) ? '#' : '.')).join('');
      expect([0, 1, 2, 3, 4, 5, 6].map(row)).to.deep.equal([
        '#######',
        '#.....#',
        '#.###.#',
        '#.###.#',
        '#.###.#',
        '#.....#',
        '#######',
      ]);
    }
    const edge = Array.from({ length: size }, (_, at) => [0, 1, 2, 3].map((y) => isDark(at, y)));
    expect(edge.flat()).not.to.include(true);
  });

  it('differs with its text, and has a name', () => {
    expect(draw('one')).not.to.equal(draw('two'));
    expect(draw('one')).to.include('aria-label="A code"');
  });
});
