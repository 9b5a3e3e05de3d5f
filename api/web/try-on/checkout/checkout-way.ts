import type { Checkout } from '../../../../shared/try-on/checkout.ts';
import type { FrameLink } from '../api/frame.ts';

/**
 * Way in which this page hands over a look: into the cart of the embedding page, by a link to the shop's checkout, or
 * by links to the products' pages.
 */
export type CheckoutWay = 'cart' | 'link' | 'pages';

export function checkoutWay(
  checkout: Checkout | null,
  frame: Pick<FrameLink, 'hasLoader'> | null,
): CheckoutWay {
  if (!checkout) return 'pages';
  const wantsCart = checkout.platform === 'shopify' && checkout.embedMode !== 'permalink';
  return wantsCart && frame?.hasLoader() ? 'cart' : 'link';
}

/** The text of the button, by its name in `texts.checkout`. */
export const wayTexts = {
  cart: 'addToCart',
  link: 'checkOut',
  pages: 'view',
} as const satisfies Record<CheckoutWay, string>;
