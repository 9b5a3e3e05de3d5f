import { pluralIn } from '../plural.ts';
import type { CheckoutTexts } from './en.ts';

const plural = pluralIn('pl');

export const checkout: CheckoutTexts = {
  checkOut: 'Do kasy',
  addToCart: 'Dodaj do koszyka',
  addItems: (count) =>
    plural(count, {
      one: 'Dodaj do koszyka',
      few: `Dodaj ${count} produkty do koszyka`,
      many: `Dodaj ${count} produktów do koszyka`,
    }),
  choose: (option) => `Wybierz: ${option}`,
  view: 'Kup w sklepie',
  title: 'Kup ten zestaw',
  quantity: (title) => `Ilość: ${title}`,
  gone: 'Nie ma już w sklepie',
  leftOut: (count) =>
    plural(count, {
      one: '1 produktu nie można teraz kupić. Zostaje pominięty.',
      few: `${count} produktów nie można teraz kupić. Zostają pominięte.`,
      many: `${count} produktów nie można teraz kupić. Zostają pominięte.`,
    }),
  nothing: 'Żadnego z tych produktów nie można teraz kupić.',
  viewItem: (title) => `Zobacz w sklepie: ${title}`,
  cartFailed: 'Nie udało się dodać produktów do koszyka. Możesz przejść bezpośrednio do kasy.',
};
