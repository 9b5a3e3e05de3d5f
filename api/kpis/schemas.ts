import type { KpiCounters, Revenue } from '../../shared/kpis/counters.ts';
import type { KpiFigures, KpiRange, Kpis } from '../../shared/kpis/read-kpis.ts';
import type { FlowCounts, LookCounts, ProductCounts, TopItems } from '../../shared/kpis/top-items.ts';
import {
  buildList,
  buildObject,
  integer,
  named,
  namedObject,
  nullable,
  number,
  type Schema,
  text,
} from '../openapi/schema.ts';

const counted = (what: string) => integer(what, { minimum: 0 });
const day = (what: string) => text(what, { format: 'date' });

const counters: Record<keyof KpiCounters, Schema> = {
  sessions: counted('Sessions that began.'),
  engaged: counted('Sessions whose shopper stayed for 10 seconds.'),
  tryOnsStarted: counted('Try-ons that were started.'),
  tryOnsCompleted: counted('Try-ons whose result was shown.'),
  tryOnsFailed: counted('Try-ons without a result.'),
  itemsAdded: counted('Items that were added to a look.'),
  shares: counted('Looks that were shared.'),
  sharedLookOpens: counted('Shared looks that were opened.'),
  checkoutClicks: counted('Taps on checkout.'),
  tryOnSessions: counted('Sessions with a completed try-on.'),
  shareSessions: counted('Sessions that shared a look.'),
  checkoutSessions: counted('Sessions with a tap on checkout.'),
  orders: counted('Attributed orders that were placed.'),
  unattributedOrders: counted('Orders without an attribution.'),
  convertedSessions: counted('Sessions that led to an attributed order, on whichever day.'),
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
  tryOns: counted('Completed try-ons of looks with it.'),
  notRight: counted('Of these, those whose image a shopper did not find right.'),
  checkouts: counted('Taps on checkout with it in the look.'),
  orders: counted('Attributed orders of it, where it was in the visitor’s look.'),
});

const lookSchema = namedObject<LookCounts>('LookCounts', 'Opens of a shared look.', {
  shortId: text('Of the link of the look.'),
  opens: counted('Opens of the link.'),
});

const flowSchema = namedObject<FlowCounts>('FlowCounts', 'Use of a guided flow.', {
  flowId: text('Id of the flow.'),
  sessions: counted('Sessions that continued from a step of it, or left it.'),
  tryOnSessions: counted('Of these, those with a completed try-on.'),
  exits: counted('Of these, those that left it for all items.'),
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
