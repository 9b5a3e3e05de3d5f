/**
 * Checkout targets of a look: chosen by the merchant, part of each page's `StoreView`, and read by the application,
 * which builds the addresses. Without Node, for the browser's bundle.
 */

export const checkoutPlatforms = ['shopify', 'woocommerce', 'template'] as const;
export type CheckoutPlatform = (typeof checkoutPlatforms)[number];

/**
 * Modes of checkout while the try-on is in a frame of the shop: `permalink` leads to the platform's checkout;
 * `cart` puts the items into the shop's own cart and shows it; `cart-event` puts them there, closes the try-on and
 * leaves the rest to the shop, which receives `service:added-to-cart`.
 */
export const embedModes = ['permalink', 'cart', 'cart-event'] as const;
export type EmbedMode = (typeof embedModes)[number];

/** Cart permalinks of Shopify, and the Ajax cart of its storefronts. */
export interface ShopifyCheckout {
  platform: 'shopify';
  /** Origin of the shop. */
  url: string;
  /** A public token of the Storefront API: Shopify credits the order to its sales channel. */
  storefrontToken?: string;
  embedMode: EmbedMode;
}

/** Add-to-cart and checkout links of WooCommerce. */
export interface WooCommerceCheckout {
  platform: 'woocommerce';
  /** Address of the shop, which may have a path; ends with `/`. */
  url: string;
}

/** Any other shop: a URL with placeholders of `checkoutPlaceholders`. */
export interface TemplateCheckout {
  platform: 'template';
  url: string;
}

export type Checkout = ShopifyCheckout | WooCommerceCheckout | TemplateCheckout;

/** One item as it is bought. */
export interface CheckoutItem {
  productId: string;
  /** null: of a product without variants. */
  variantId: string | null;
  quantity: number;
}

export interface CheckoutContext {
  /** Subdomain of the store. */
  store: string;
  /** Joins the order with the visitor's events. */
  anonymousId: string;
}

export const maxQuantity = 10;

/** Returns the id that a shop puts into its cart: the variant's if there is one. */
export const itemId = ({ productId, variantId }: CheckoutItem): string => variantId ?? productId;

/** `variant:quantity,…`, as Shopify and WooCommerce write it; ids are escaped. */
export const itemList = (items: readonly CheckoutItem[]): string =>
  items.map((item) => `${encodeURIComponent(itemId(item))}:${item.quantity}`).join(',');

const list = (values: (string | number)[]) => values.map(encodeURIComponent).join(',');

type Filling = (items: readonly CheckoutItem[], context: CheckoutContext) => string;

/** The placeholders of a template, written `{name}`; values are escaped, commas and colons between them are not. */
export const checkoutPlaceholders: Readonly<Record<string, Filling>> = {
  items: itemList,
  variant_ids: (items) => list(items.map(itemId)),
  product_ids: (items) => list(items.map(({ productId }) => productId)),
  quantities: (items) => list(items.map(({ quantity }) => quantity)),
  anonymous_id: (_, { anonymousId }) => encodeURIComponent(anonymousId),
  store: (_, { store }) => encodeURIComponent(store),
};

export const placeholderPattern = /\{([^{}]*)\}/g;

/** The placeholders without which a template cannot say what is bought: one of them is needed. */
export const itemPlaceholders: readonly string[] = ['items', 'variant_ids', 'product_ids'];

/** Returns the address with every placeholder filled; unknown ones are left as they are. */
export function fillTemplate(
  template: string,
  items: readonly CheckoutItem[],
  context: CheckoutContext,
): string {
  return template.replace(placeholderPattern, (text, name: string) =>
    Object.hasOwn(checkoutPlaceholders, name) ? checkoutPlaceholders[name]!(items, context) : text,
  );
}
