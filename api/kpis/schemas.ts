import type { KpiCounters, Revenue } from '../../shared/kpis/counters.ts';
import type { KpiFigures, KpiRange, Kpis } from '../../shared/kpis/read-kpis.ts';
import type { FlowCounts, LookCounts, ProductCounts, TopItems } from '../../shared/kpis/top-items.ts';
import {
  buildList,
  buildObject,
  count,
  integer,
  named,
  namedObject,
  nullable,
  number,
  type Schema,
  text,
} from '../openapi/schema.ts';

const day = (what: string) => text(what, { format: 'date' });

const counters: Record<keyof KpiCounters, Schema> = {
  sessions: count('Sessions that began.'),
  engaged: count('Sessions whose shopper stayed for 10 seconds.'),
  tryOnsStarted: count('Try-ons that were started.'),
  tryOnsCompleted: count('Try-ons whose result was shown.'),
  tryOnsFailed: count('Try-ons without a result.'),
  itemsAdded: count('Items that were added to a look.'),
  shares: count('Looks that were shared.'),
  sharedLookOpens: count('Shared looks that were opened.'),
  checkoutClicks: count('Taps on checkout.'),
  tryOnSessions: count('Sessions with a completed try-on.'),
  shareSessions: count('Sessions that shared a look.'),
  checkoutSessions: count('Sessions with a tap on checkout.'),
  orders: count('Attributed orders that were placed.'),
  unattributedOrders: count('Orders without an attribution.'),
  convertedSessions: count('Sessions that led to an attributed order, on whichever day.'),
};

const revenueSchema = namedObject<Revenue>(
  'Revenue',
  'Revenue in one currency, less refunds, in minor units.',
  {
    revenue: integer('Whole orders.'),
    strictRevenue: integer('Only items that were in the visitor’s look.'),
  },
);

const figures = {
  ...counters,
  conversion: nullable(number('Converted sessions ÷ sessions; null without sessions.', { minimum: 0 })),
  revenue: {
    type: 'object',
    description: 'Revenue of the attributed orders by currency.',
    additionalProperties: revenueSchema,
  },
} satisfies Record<string, Schema>;

const daySchema = namedObject<Kpis['days'][number]>('KpiDay', 'Figures of a day.', {
  day: day('The day, UTC.'),
  ...figures,
});

const productSchema = namedObject<ProductCounts>('ProductCounts', 'Wishes for a product.', {
  productId: text('Id of the product in the catalog.'),
  tryOns: count('Completed try-ons of looks with it.'),
  notRight: count('Of these, those whose image a shopper did not find right.'),
  checkouts: count('Taps on checkout with it in the look.'),
  orders: count('Attributed orders of it, where it was in the visitor’s look.'),
});

const lookSchema = namedObject<LookCounts>('LookCounts', 'Opens of a shared look.', {
  shortId: text('Of the link of the look.'),
  opens: count('Opens of the link.'),
});

const flowSchema = namedObject<FlowCounts>('FlowCounts', 'Use of a guided flow.', {
  flowId: text('Id of the flow.'),
  sessions: count('Sessions that continued from a step of it, or left it.'),
  tryOnSessions: count('Of these, those with a completed try-on.'),
  exits: count('Of these, those that left it for all items.'),
});

const topSchema = buildObject<TopItems>(
  'The most wanted first; of each day, at most 100 of each are counted.',
  {
    products: buildList(productSchema, 'At most 20 products.'),
    looks: buildList(lookSchema, 'At most 20 shared looks.'),
    flows: buildList(flowSchema, 'At most 20 flows.'),
  },
);

export const kpisSchema = namedObject<KpiRange & Kpis>('Kpis', 'The figures of a store.', {
  from: day('First day, UTC.'),
  to: day('Last day, UTC; included.'),
  total: named('KpiFigures', buildObject<KpiFigures>('Figures of a time.', figures)),
  days: buildList(daySchema, 'Days with events or orders only, oldest first.'),
  top: topSchema,
});
