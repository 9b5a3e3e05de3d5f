import { pluralIn } from '../plural.ts';
import type { CheckoutTexts } from './en.ts';

const plural = pluralIn('nl');

export const checkout: CheckoutTexts = {
  checkOut: 'Afrekenen',
  addToCart: 'In winkelwagen',
  addItems: (count) => plural(count, { one: 'In winkelwagen', other: `${count} artikelen in winkelwagen` }),
  choose: (option) => `${option} kiezen`,
  view: 'In de winkel kopen',
  title: 'Deze look kopen',
  quantity: (title) => `Aantal van ${title}`,
  gone: 'Niet meer in de winkel',
  leftOut: (count) =>
    plural(count, {
      one: '1 artikel is nu niet te koop. Het wordt weggelaten.',
      other: `${count} artikelen zijn nu niet te koop. Ze worden weggelaten.`,
    }),
  nothing: 'Geen van deze artikelen is nu te koop.',
  viewItem: (title) => `${title} in de winkel bekijken`,
  cartFailed: 'De artikelen konden niet aan de winkelwagen worden toegevoegd. Je kunt direct afrekenen.',
};
