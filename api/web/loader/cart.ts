/**
 * `/service-embed-cart.js?{hash}`: puts items into the cart of the Shopify storefront that the page belongs to, or
 * leads to that cart. It runs once for each message, and sends requests to the page's own origin alone.
 */
import type { AddToCartMessage, CartResultMessage } from '../../../shared/try-on/frame-messages.ts';
import type { CartCall } from './cart-script.ts';
import { currentScript } from './current-script.ts';

declare global {
  interface Window {
    /** Of every Shopify storefront; the root is `/` or that of a language, such as `/fr/`. */
    Shopify?: { routes?: { root?: string } };
  }
}

/** The frame waits longer than both requests together. */
const deadlineMs = 4_000;

/** @throws Error for a root that is not of the page's own origin. */
function toAddress(path: string): string {
  const { Shopify: { routes: { root = '/' } = {} } = {} } = window;
  const { href, origin } = new URL(root + path, location.origin);
  if (origin !== location.origin) throw new Error(`${href} is of another site.`);
  return href;
}

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const address = toAddress(path);
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), deadlineMs);
  try {
    const response = await fetch(address, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
      signal: aborter.signal,
    });
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  } finally {
    clearTimeout(timer);
  }
}

/** Orders lose the attributes of their cart now and then, so each line names the visitor too; `_`: not shown. */
async function add({ items, anonymousId }: AddToCartMessage): Promise<Pick<CartResultMessage, 'cartToken'>> {
  const properties = { _anonymous_id: anonymousId };
  await post('cart/add.js', { items: items.map((item) => ({ ...item, properties })) });
  try {
    const { token } = await post('cart/update.js', { attributes: { anonymous_id: anonymousId } });
    return typeof token === 'string' ? { cartToken: token } : {};
  } catch (error) {
    console.warn('[service-embed] The cart has no attribute anonymous_id.', error);
    return {};
  }
}

async function run({ message, send }: CartCall): Promise<void> {
  if (message.step === 'show') return location.assign(toAddress('cart'));
  const result = { service: 1, type: 'cart-result', id: message.id } as const;
  try {
    send({ ...result, result: 'ok', ...(await add(message)) });
  } catch (error) {
    console.warn('[service-embed] The cart did not take the items.', error);
    send({ ...result, result: 'failed' });
  }
}

void run(currentScript() as HTMLScriptElement & CartCall);
