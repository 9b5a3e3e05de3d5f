import { expect } from 'chai';
import { completeTexts, loadTexts } from '../../../../../../api/web/try-on/texts/texts.ts';
import { type Language, languages, tryOnReasons } from '../../../../../../shared/try-on/contract.ts';

const loadAll = async (language: Language) => completeTexts(await loadTexts(language), language);

/** Every text by its path; functions are called with a number that reads as text as well. */
function toTexts(node: unknown, path = ''): [path: string, text: string][] {
  if (typeof node === 'function') return [[path, String(node(3, 4))]];
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(node as object).flatMap(([key, value]) => toTexts(value, `${path}.${key}`));
}

describe('Texts', () => {
  for (const language of languages) {
    it(`are complete in ${language}, and none is empty`, async () => {
      const texts = await loadAll(language);
      expect(Object.keys(texts.reasons)).to.include.members([...tryOnReasons]);
      for (const [path, text] of toTexts(texts)) expect(text.trim(), path).not.to.equal('');
    });

    it(`speak calmly in ${language}`, async () => {
      for (const [path, text] of toTexts(await loadAll(language))) {
        expect(text, path).not.to.match(/!|¡|\b(please|bitte|oops|hoppla|por favor|veuillez)\b/i);
      }
    });
  }

  it('have counts with the forms of each language', async () => {
    const [en, fr] = await Promise.all([loadAll('en'), loadAll('fr')]);
    expect([0, 1, 2].map((count) => en.shell.items(count))).to.deep.equal([
      'No items yet',
      '1 item',
      '2 items',
    ]);
    // French counts none as one: "0 heure".
    expect(fr.photo.privacy(1)).to.contain('1 heure.');
    expect(fr.photo.privacy(24)).to.contain('24 heures');
  });
});
