import {
  type Checkout,
  type CheckoutContext,
  type CheckoutItem,
  fillTemplate,
  itemId,
  itemList,
  type ShopifyCheckout,
  type WooCommerceCheckout,
} from '../../../../shared/try-on/checkout.ts';

type Address<Of> = (checkout: Of, items: readonly CheckoutItem[], context: CheckoutContext) => string;

/**
 * Returns a cart permalink. The shopper's id is a cart attribute, which orders have as a note attribute, and a hidden
 * property of the first line, which alone may have properties here (shopify.dev, "Create cart permalinks"): some orders
 * arrive without the attributes of their cart.
 */
const shopify: Address<ShopifyCheckout> = ({ url, storefrontToken }, items, { anonymousId }) => {
  const query = [
    `attributes[anonymous_id]=${encodeURIComponent(anonymousId)}`,
    `properties=${base64Url(JSON.stringify({ _anonymous_id: anonymousId }))}`,
    ...(storefrontToken ? [`access_token=${encodeURIComponent(storefrontToken)}`] : []),
  ];
  return `${url}/cart/${itemList(items)}?${query.join('&')}`;
};

/**
 * One item: the add-to-cart link that every version has. Several: a checkout link, of WooCommerce 10 and later. Both
 * take the id of a variation in place of the product's.
 */
const woocommerce: Address<WooCommerceCheckout> = ({ url }, items, { anonymousId }) => {
  const id = `anonymous_id=${encodeURIComponent(anonymousId)}`;
  const [first] = items;
  return first && items.length === 1
    ? `${url}?add-to-cart=${encodeURIComponent(itemId(first))}&quantity=${first.quantity}&${id}`
    : `${url}checkout-link/?products=${itemList(items)}&${id}`;
};

/** Returns the address at which the shop has these items in its cart or checkout. */
export function checkoutUrl(
  checkout: Checkout,
  items: readonly CheckoutItem[],
  context: CheckoutContext,
): string {
  if (checkout.platform === 'shopify') return shopify(checkout, items, context);
  if (checkout.platform === 'woocommerce') return woocommerce(checkout, items, context);
  return fillTemplate(checkout.url, items, context);
}

function base64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
