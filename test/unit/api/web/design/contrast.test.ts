import { expect } from 'chai';
import { accentColors, contrast } from '../../../../../api/web/design/contrast.ts';

const accents = [
  '#ffd400',
  '#0a1440',
  '#ffffff',
  '#000000',
  '#e11d48',
  '#7c7c7c',
  '#2457f5',
  '#00b894',
  '#ff6600',
];
const surfaces = { light: ['#ffffff', '#f4f4f2'], dark: ['#131315', '#1b1b1e', '#212125'] } as const;

describe('Accent colors', () => {
  it('knows the contrast of black and white, and of a color with itself', () => {
    expect(contrast('#000000', '#ffffff')).to.be.closeTo(21, 0.001);
    expect(contrast('#2457f5', '#2457f5')).to.equal(1);
  });

  for (const accent of accents) {
    for (const theme of ['light', 'dark'] as const) {
      it(`keeps text readable with ${accent} in the ${theme} theme`, () => {
        const { fill, onFill, ink } = accentColors(accent)[theme];
        expect(contrast(onFill, fill), 'text on a button').to.be.at.least(4.5);
        for (const surface of surfaces[theme]) {
          expect(contrast(ink, surface), `text on ${surface}`).to.be.at.least(4.5);
        }
      });
    }
  }

  it('leaves an accent as it is where its contrast is enough', () => {
    expect(accentColors('#b00020').light).to.deep.equal({
      fill: '#b00020',
      onFill: '#ffffff',
      ink: '#b00020',
    });
  });

  it('keeps a yellow button yellow and writes on it in black', () => {
    expect(accentColors('#ffd400').light).to.include({ fill: '#ffd400', onFill: '#000000' });
  });

  it('lightens a dark accent until its button is seen on a dark page', () => {
    expect(contrast(accentColors('#0a1440').dark.fill, '#131315')).to.be.at.least(2);
  });
});
