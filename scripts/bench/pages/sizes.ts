/** How much the database of the pages contains. */
export interface PageSizes {
  /** Of the account that looks at its pages, over the last 30 days; each with a call and a line of the ledger. */
  renders: number;
  /** Of which `ownStores` belong to that account. */
  stores: number;
  ownStores: number;
  /** Of the first store. */
  products: number;
  looks: number;
  /** Saved events, most of them of the first store; its counters say a million a day. */
  events: number;
  /** Days of counters of the first store. */
  days: number;
  /** Entries of the audit log of the account. */
  changes: number;
}

export const pageSizes = {
  full: {
    renders: 100_000,
    stores: 10_000,
    ownStores: 100,
    products: 20_000,
    looks: 10_000,
    events: 100_000,
    days: 365,
    changes: 10_000,
  },
  quick: {
    renders: 10_000,
    stores: 1_000,
    ownStores: 20,
    products: 2_000,
    looks: 1_000,
    events: 10_000,
    days: 90,
    changes: 1_000,
  },
} as const satisfies Record<string, PageSizes>;

export const eventsPerDay = 1_000_000;
