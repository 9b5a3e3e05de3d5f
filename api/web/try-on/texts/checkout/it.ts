import { pluralIn } from '../plural.ts';
import type { CheckoutTexts } from './en.ts';

const plural = pluralIn('it');

export const checkout: CheckoutTexts = {
  checkOut: 'Vai alla cassa',
  addToCart: 'Aggiungi al carrello',
  addItems: (count) =>
    plural(count, { one: 'Aggiungi al carrello', other: `Aggiungi ${count} articoli al carrello` }),
  choose: (option) => `Scegli ${option}`,
  view: 'Acquista nel negozio',
  title: 'Acquista questo look',
  quantity: (title) => `Quantità di ${title}`,
  gone: 'Non più nel negozio',
  leftOut: (count) =>
    plural(count, {
      one: '1 articolo ora non si può acquistare. Resta fuori.',
      other: `${count} articoli ora non si possono acquistare. Restano fuori.`,
    }),
  nothing: 'Nessuno di questi articoli ora si può acquistare.',
  viewItem: (title) => `Vedi ${title} nel negozio`,
  cartFailed:
    'Non è stato possibile aggiungere gli articoli al carrello. Puoi andare direttamente alla cassa.',
};
