import type { AddToCartMessage, CartMessage, LoaderMessage } from '../../../shared/try-on/frame-messages.ts';
import { runScript } from './later-script.ts';

/** Properties that the script reads from its own element. */
export interface CartCall {
  message: CartMessage;
  send: (message: LoaderMessage) => void;
}

/** Does what the frame asks of the shop's cart. */
export function runCart(loader: HTMLElement, message: CartMessage, send: CartCall['send']): void {
  const { id } = message as AddToCartMessage;
  const onerror = () => send({ service: 1, type: 'cart-result', id, result: 'failed' });
  runScript(loader, 'cart', { message, send, onerror });
}
