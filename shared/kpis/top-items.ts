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

export interface FlowCounts {
  flowId: string;
  /** Sessions that continued from a step of it, or left it. */
  sessions: number;
  /** Of these, those with a completed try-on. */
  tryOnSessions: number;
  /** Of these, those that left it for all items. */
  exits: number;
}

/** The most wanted first. */
export interface TopItems {
  products: ProductCounts[];
  looks: LookCounts[];
  flows: FlowCounts[];
}

/** Days that were counted by an earlier version have no flows. */
export type SavedTopItems = Omit<TopItems, 'flows'> & Partial<Pick<TopItems, 'flows'>>;

/** Of each kind on one day: beyond these, a day counts none. */
export const maxDailyItems = 100;
/** Of each kind in a range. */
const maxItems = 20;

/** Sums days, of which those without items are absent. */
export function sumTopItems(days: readonly (SavedTopItems | undefined)[]): TopItems {
  const counts = createItemCounts();
  for (const { products, looks, flows = [] } of days.flatMap((day) => day ?? [])) {
    // Days that were counted before shoppers were asked have no `notRight`.
    for (const { productId, tryOns, notRight = 0, checkouts, orders } of products) {
      counts.addProduct('tryOns', productId, tryOns);
      counts.addProduct('notRight', productId, notRight);
      counts.addProduct('checkouts', productId, checkouts);
      counts.addProduct('orders', productId, orders);
    }
    for (const { shortId, opens } of looks) counts.addLook(shortId, opens);
    for (const flow of flows) counts.addFlow(flow);
  }
  return counts.list(maxItems);
}

export interface ItemCounts {
  addProduct(name: Exclude<keyof ProductCounts, 'productId'>, productId: string, more: number): void;
  addLook(shortId: string, opens: number): void;
  addFlow(more: FlowCounts): void;
  /** Returns the most wanted; of equal ones always the same. */
  list(max: number): TopItems;
}

export function createItemCounts(): ItemCounts {
  const products = new Map<string, ProductCounts>();
  const looks = new Map<string, LookCounts>();
  const flows = new Map<string, FlowCounts>();
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
    addFlow: ({ flowId, sessions, tryOnSessions, exits }) => {
      const counts = flows.get(flowId) ?? { flowId, sessions: 0, tryOnSessions: 0, exits: 0 };
      counts.sessions += sessions;
      counts.tryOnSessions += tryOnSessions;
      counts.exits += exits;
      flows.set(flowId, counts);
    },
    list: (max) => ({
      products: [...products.values()].sort(byWishes).slice(0, max),
      looks: [...looks.values()].sort(byOpens).slice(0, max),
      flows: [...flows.values()].sort(bySessions).slice(0, max),
    }),
  };
}

const byWishes = (a: ProductCounts, b: ProductCounts) =>
  b.orders - a.orders ||
  b.tryOns - a.tryOns ||
  b.checkouts - a.checkouts ||
  compare(a.productId, b.productId);

const byOpens = (a: LookCounts, b: LookCounts) => b.opens - a.opens || compare(a.shortId, b.shortId);

const bySessions = (a: FlowCounts, b: FlowCounts) => b.sessions - a.sessions || compare(a.flowId, b.flowId);

const compare = (a: string, b: string): number => (a < b ? -1 : 1);
