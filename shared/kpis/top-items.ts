/** Wishes for a product on a day or in a range of days. */
export interface ProductCounts {
  productId: string;
  /** Completed try-ons of looks with it. */
  tryOns: number;
  /** Of these, those whose image a shopper did not find right. */
  notRight: number;
  /** Taps on checkout with it in the look. */
  checkouts: number;
  /** Attributed orders of it, where it was in the visitor's look. */
  orders: number;
}

export interface LookCounts {
  /** Of the link of a shared look. */
  shortId: string;
  opens: number;
}

/** The most wanted first. */
export interface TopItems {
  products: ProductCounts[];
  looks: LookCounts[];
}

/** Of each kind on one day: beyond these, a day counts none. */
export const maxDailyItems = 100;
/** Of each kind in a range. */
const maxItems = 20;

/** Sums days, of which those without items are absent. */
export function sumTopItems(days: readonly (TopItems | undefined)[]): TopItems {
  const counts = createItemCounts();
  for (const { products, looks } of days.flatMap((day) => day ?? [])) {
    // Days that were counted before shoppers were asked have no `notRight`.
    for (const { productId, tryOns, notRight = 0, checkouts, orders } of products) {
      counts.addProduct('tryOns', productId, tryOns);
      counts.addProduct('notRight', productId, notRight);
      counts.addProduct('checkouts', productId, checkouts);
      counts.addProduct('orders', productId, orders);
    }
    for (const { shortId, opens } of looks) counts.addLook(shortId, opens);
  }
  return counts.list(maxItems);
}

export interface ItemCounts {
  addProduct(name: Exclude<keyof ProductCounts, 'productId'>, productId: string, more: number): void;
  addLook(shortId: string, opens: number): void;
  /** Returns the most wanted; of equal ones always the same. */
  list(max: number): TopItems;
}

export function createItemCounts(): ItemCounts {
  const products = new Map<string, ProductCounts>();
  const looks = new Map<string, LookCounts>();
  return {
    addProduct: (name, productId, more) => {
      const counts = products.get(productId) ?? {
        productId,
        tryOns: 0,
        notRight: 0,
        checkouts: 0,
        orders: 0,
      };
      counts[name] += more;
      products.set(productId, counts);
    },
    addLook: (shortId, opens) =>
      void looks.set(shortId, { shortId, opens: (looks.get(shortId)?.opens ?? 0) + opens }),
    list: (max) => ({
      products: [...products.values()].sort(byWishes).slice(0, max),
      looks: [...looks.values()].sort(byOpens).slice(0, max),
    }),
  };
}

const byWishes = (a: ProductCounts, b: ProductCounts) =>
  b.orders - a.orders ||
  b.tryOns - a.tryOns ||
  b.checkouts - a.checkouts ||
  compare(a.productId, b.productId);

const byOpens = (a: LookCounts, b: LookCounts) => b.opens - a.opens || compare(a.shortId, b.shortId);

const compare = (a: string, b: string): number => (a < b ? -1 : 1);
