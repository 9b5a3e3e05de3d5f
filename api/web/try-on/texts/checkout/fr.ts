import { pluralIn } from '../plural.ts';
import type { CheckoutTexts } from './en.ts';

const plural = pluralIn('fr');

export const checkout: CheckoutTexts = {
  checkOut: 'Commander',
  addToCart: 'Ajouter au panier',
  addItems: (count) =>
    plural(count, { one: 'Ajouter au panier', other: `Ajouter ${count} articles au panier` }),
  choose: (option) => `Choisir : ${option}`,
  view: 'Acheter dans la boutique',
  title: 'Acheter ce look',
  quantity: (title) => `Quantité de ${title}`,
  gone: 'N’est plus dans la boutique',
  leftOut: (count) =>
    plural(count, {
      one: '1 article n’est pas disponible pour le moment. Il est laissé de côté.',
      other: `${count} articles ne sont pas disponibles pour le moment. Ils sont laissés de côté.`,
    }),
  nothing: 'Aucun de ces articles n’est disponible pour le moment.',
  viewItem: (title) => `Voir ${title} dans la boutique`,
  cartFailed: 'Les articles n’ont pas pu être ajoutés au panier. Vous pouvez commander directement.',
};
