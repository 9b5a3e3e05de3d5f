import { expect } from 'chai';
import { completeTexts, loadTexts, type Texts } from '../../../../../../api/web/try-on/texts/texts.ts';
import { type Language, languages, tryOnReasons } from '../../../../../../shared/try-on/contract.ts';
import { ownTextNames } from '../../../../../../shared/try-on/own-texts.ts';

type StringNames<Group> = { [Name in keyof Group]: Group[Name] extends string ? Name : never }[keyof Group];
/** What a shop may change is a text of ours, without parts that are filled in: anything else does not compile. */
const changeable = ownTextNames satisfies { [Group in keyof Texts]?: readonly StringNames<Texts[Group]>[] };

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

  it('have the forms of Polish and Arabic counts', async () => {
    const [pl, ar] = await Promise.all([loadAll('pl'), loadAll('ar')]);
    expect([1, 3, 5, 22].map((count) => pl.shell.items(count))).to.deep.equal([
      '1 produkt',
      '3 produkty',
      '5 produktów',
      '22 produkty',
    ]);
    expect([1, 2, 3, 11, 100].map((count) => ar.shell.items(count))).to.deep.equal([
      'منتج واحد',
      'منتجان',
      '3 منتجات',
      '11 منتجًا',
      '100 منتج',
    ]);
  });

  it('are the words of a shop where it has its own, and ours beside them', async () => {
    const own = { photo: { title: 'Show us <b>your</b> space' }, checkout: { addToCart: 'Add to bag' } };
    const ours = await loadAll('en');
    const texts = await completeTexts(await loadTexts('en', own), 'en', own);
    expect(texts.photo).to.deep.equal({ ...ours.photo, title: 'Show us <b>your</b> space' });
    expect(texts.checkout.addToCart).to.equal('Add to bag');
    expect(texts.checkout.checkOut).to.equal(ours.checkout.checkOut);
    expect(await loadAll('en').then(({ photo }) => photo.title)).to.equal(ours.photo.title);
    expect(Object.keys(ours)).to.include.members(Object.keys(changeable));
  });
});
