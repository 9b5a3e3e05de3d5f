import { expect } from 'chai';
import { clearClothFromSkin } from '../../../../../../workers/renderer/people/body/skin-or-cloth.ts';
import { toLab } from '../../../../../../workers/renderer/pixels/lab.ts';

type Color = readonly [number, number, number];

const skinColor: Color = [208, 154, 120];
const orange: Color = [230, 90, 30];
const dark = ([r, g, b]: Color, share: number): Color => [r * share, g * share, b * share];

/** A strip of pixels, a hundred of each color, with a little noise. */
function strip(colors: Color[]) {
  const rgb = new Uint8Array(colors.length * 300);
  colors.forEach((color, k) => {
    for (let i = 0; i < 100; i++) {
      for (let c = 0; c < 3; c++)
        rgb[(k * 100 + i) * 3 + c] = color[c as 0 | 1 | 2] + ((i * 7 + c * 3) % 9) - 4;
    }
  });
  const marked = (...ks: number[]) =>
    Uint8Array.from({ length: colors.length * 100 }, (_, i) => (ks.includes(Math.floor(i / 100)) ? 1 : 0));
  return { lab: toLab(rgb, colors.length * 100, 1, 3), marked };
}

describe('skin or cloth', () => {
  it('classifies orange cloth in the shade as cloth and a shaded arm as skin', () => {
    const { lab, marked } = strip([skinColor, orange, dark(orange, 0.5), dark(skinColor, 0.6)]);
    const skin = marked(0, 2, 3);
    clearClothFromSkin(lab, { skin, cloth: marked(1), bare: marked(0) });
    expect([...skin.slice(200, 300)].filter(Boolean)).to.have.lengthOf(0);
    expect([...skin.slice(300)].filter(Boolean)).to.have.lengthOf(100);
  });

  it('never changes face and hands, whatever the cloth’s color', () => {
    const { lab, marked } = strip([skinColor, skinColor]);
    const skin = marked(0);
    clearClothFromSkin(lab, { skin, cloth: marked(1), bare: marked(0) });
    expect([...skin.slice(0, 100)].filter(Boolean)).to.have.lengthOf(100);
  });
});
