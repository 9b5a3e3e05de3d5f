import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** Texts of the checkout. */
export const checkout = {
  checkOut: 'Check out',
  addToCart: 'Add to cart',
  addItems: (count: number) => plural(count, { one: 'Add to cart', other: `Add ${count} items to cart` }),
  choose: (option: string) => `Choose ${option}`,
  view: 'Buy in the shop',
  title: 'Buy this look',
  quantity: (title: string) => `Quantity of ${title}`,
  gone: 'No longer in the shop',
  leftOut: (count: number) =>
    plural(count, {
      one: '1 item cannot be bought right now. It is left out.',
      other: `${count} items cannot be bought right now. They are left out.`,
    }),
  nothing: 'None of these items can be bought right now.',
  viewItem: (title: string) => `View ${title} in the shop`,
  cartFailed: 'The items could not be added to the cart. You can check out directly.',
};

export type CheckoutTexts = typeof checkout;
