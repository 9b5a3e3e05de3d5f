import { type CheckoutItem, itemId } from '../../../../shared/try-on/checkout.ts';
import type { CartResultMessage } from '../../../../shared/try-on/frame-messages.ts';
import type { FrameLink } from '../api/frame.ts';
import { randomId } from '../identity/random-id.ts';

/** Longer than the loader waits for the storefront: only a loader that does not respond takes this long. */
const resultMs = 10_000;

/** Puts items into the storefront's cart through the loader; null when that did not work. */
export function addToCart(
  frame: Pick<FrameLink, 'send' | 'listen'>,
  items: readonly CheckoutItem[],
  anonymousId: string,
): Promise<CartResultMessage | null> {
  const id = randomId();
  return new Promise((resolve) => {
    const end = (message: CartResultMessage | null) => {
      clearTimeout(timer);
      stop();
      resolve(message);
    };
    const timer = setTimeout(end, resultMs, null);
    const stop = frame.listen((message) => {
      if (message.type !== 'cart-result' || message.id !== id) return;
      end(message.result === 'ok' ? message : null);
    });
    const lines = items.map((item) => ({ id: itemId(item), quantity: item.quantity }));
    frame.send({ type: 'cart', step: 'add', id, items: lines, anonymousId });
  });
}
