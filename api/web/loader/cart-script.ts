import type { AddToCartMessage, CartMessage, LoaderMessage } from '../../../shared/try-on/frame-messages.ts';

/** SHA-256 of what `cart.ts` is built to, in base64; written in by the build. */
declare const CART_HASH: string;

/** Properties that the script reads from its own element. */
export interface CartCall {
  message: CartMessage;
  send: (message: LoaderMessage) => void;
}

/**
 * Does what the frame asks of the shop's cart: few shoppers need the code for it, so it is a script of its own. Its
 * integrity makes it part of this version of the loader.
 */
export function runCart(service: string, message: CartMessage, send: CartCall['send']): void {
  const { id } = message as AddToCartMessage;
  const onerror = () => send({ service: 1, type: 'cart-result', id, result: 'failed' });
  const script = Object.assign(document.createElement('script'), {
    message,
    send,
    onerror,
    crossOrigin: 'anonymous',
    integrity: `sha256-${CART_HASH}`,
    src: `${service}/service-embed-cart.js?${CART_HASH}`,
  });
  document.head.append(script);
}
