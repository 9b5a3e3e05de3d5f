import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { contrast } from '../../../../../api/web/design/contrast.ts';

/** The colors of both themes by their names without the dashes; what the dark theme does not name is as in the light one. */
function readThemes(): Record<'light' | 'dark', Map<string, string>> {
  const [light = '', dark = ''] = readFileSync('api/web/design/tokens.css', 'utf8').split(
    '@media (prefers-color-scheme: dark)',
  );
  const colors = (text: string) =>
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]): [string, string] => [
      name!,
      color!,
    ]);
  return { light: new Map(colors(light)), dark: new Map([...colors(light), ...colors(dark)]) };
}

const surfaces = ['page', 'sunken', 'raised'];
const texts = ['text', 'text-soft', 'accent-ink', 'info', 'success', 'warning', 'danger'];
/** WCAG 2.2: 1.4.3 for text, 1.4.11 for what is no text. */
const least = { text: 4.5, shape: 3 };

describe('the colors of the tokens', () => {
  for (const [theme, colors] of Object.entries(readThemes())) {
    const between = (one: string, other: string) => contrast(colors.get(one)!, colors.get(other)!);

    it(`keep every text readable on every surface: ${theme}`, () => {
      for (const surface of surfaces)
        for (const text of texts)
          expect(between(text, surface), `${text} on ${surface}`).to.be.at.least(least.text);
      expect(between('on-accent', 'accent')).to.be.at.least(least.text);
    });

    it(`keep controls and every series of a chart visible: ${theme}`, () => {
      const series = [...colors.keys()].filter((name) => name.startsWith('chart-'));
      expect(series).to.have.lengthOf(7);
      for (const shape of ['line-strong', ...series])
        expect(between(shape, 'page'), shape).to.be.at.least(least.shape);
    });
  }
});
