import { pluralIn } from '../plural.ts';
import type { CheckoutTexts } from './en.ts';

const plural = pluralIn('de');

export const checkout: CheckoutTexts = {
  checkOut: 'Zur Kasse',
  addToCart: 'In den Warenkorb',
  addItems: (count) => plural(count, { one: 'In den Warenkorb', other: `${count} Artikel in den Warenkorb` }),
  choose: (option) => `${option} wählen`,
  view: 'Im Shop kaufen',
  title: 'Diesen Look kaufen',
  quantity: (title) => `Anzahl von ${title}`,
  gone: 'Nicht mehr im Shop',
  leftOut: (count) =>
    plural(count, {
      one: '1 Artikel kann gerade nicht gekauft werden. Er wird ausgelassen.',
      other: `${count} Artikel können gerade nicht gekauft werden. Sie werden ausgelassen.`,
    }),
  nothing: 'Keiner dieser Artikel kann gerade gekauft werden.',
  viewItem: (title) => `${title} im Shop ansehen`,
  cartFailed: 'Die Artikel konnten nicht in den Warenkorb gelegt werden. Du kannst direkt zur Kasse gehen.',
};
