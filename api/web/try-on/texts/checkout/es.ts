import { pluralIn } from '../plural.ts';
import type { CheckoutTexts } from './en.ts';

const plural = pluralIn('es');

export const checkout: CheckoutTexts = {
  checkOut: 'Finalizar compra',
  addToCart: 'Añadir al carrito',
  addItems: (count) =>
    plural(count, { one: 'Añadir al carrito', other: `Añadir ${count} artículos al carrito` }),
  choose: (option) => `Elegir ${option}`,
  view: 'Comprar en la tienda',
  title: 'Comprar este look',
  quantity: (title) => `Cantidad de ${title}`,
  gone: 'Ya no está en la tienda',
  leftOut: (count) =>
    plural(count, {
      one: '1 artículo no se puede comprar ahora. Se deja fuera.',
      other: `${count} artículos no se pueden comprar ahora. Se dejan fuera.`,
    }),
  nothing: 'Ninguno de estos artículos se puede comprar ahora.',
  viewItem: (title) => `Ver ${title} en la tienda`,
  cartFailed: 'Los artículos no se han podido añadir al carrito. Puedes finalizar la compra directamente.',
};
