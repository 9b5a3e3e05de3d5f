import { dayMs } from '../time.ts';
import type { OrderIdentity } from './merge-order.ts';
import type { OrderLine } from './order-update.ts';

/** The part of a visitor's event that attribution uses. */
export interface Touch {
  anonymousId: string;
  sessionId: string | null;
  event: string;
  /** By our clock. */
  at: Date;
  bot: boolean;
  productIds: readonly string[];
  variantIds: readonly string[];
  /** Recorded at `Checkout Clicked`. */
  cartToken?: string;
}

export interface OrderToAttribute {
  placedAt: Date;
  identity: OrderIdentity | undefined;
  lines: readonly Pick<OrderLine, 'productId' | 'variantId'>[];
}

const attributionRules = ['anonymous_id', 'cart_token'] as const;

export interface Attribution {
  by: (typeof attributionRules)[number];
  anonymousId: string;
  sessionId: string | null;
  /** Day (UTC) on which that session counts; null when its start was not recorded. */
  sessionDay: string | null;
  /** The visitor's last event before the order. */
  at: Date;
  /** Of the order's items, those that were in the visitor's look. */
  productIds: string[];
  variantIds: string[];
}

export const attributionWindowDays = 7;

/** Maximum time by which a shop's clock may be behind ours. */
const clockToleranceMs = 60_000;

/**
 * Returns the visit that an order is credited to: the last one within 7 days before the order, of the visitor
 * that the order names; else the checkout click with the order's cart token; else none.
 */
export function attribute(
  { placedAt, identity, lines }: OrderToAttribute,
  touches: readonly Touch[],
): Attribution | undefined {
  const from = placedAt.getTime() - attributionWindowDays * dayMs;
  const until = placedAt.getTime() + clockToleranceMs;
  const usable = touches
    .filter(({ bot, at }) => !bot && at.getTime() >= from && at.getTime() <= until)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  for (const by of attributionRules) {
    const found = usable.filter(matches[by](identity));
    // Events without a session name the visitor, but give no session that can be counted as converted.
    const last = found.findLast(({ sessionId }) => sessionId !== null) ?? found.at(-1);
    if (last) return credit(by, last, usable, lines);
  }
  return undefined;
}

const matches: Record<Attribution['by'], (identity: OrderIdentity | undefined) => (touch: Touch) => boolean> =
  {
    anonymous_id: (identity) => (touch) => touch.anonymousId === identity?.anonymousId,
    cart_token: (identity) => {
      const tokens = cartTokens(identity);
      return ({ cartToken }) => cartToken !== undefined && tokens.includes(plainToken(cartToken));
    },
  };

function credit(
  by: Attribution['by'],
  { anonymousId, sessionId, at }: Touch,
  usable: readonly Touch[],
  lines: OrderToAttribute['lines'],
): Attribution {
  const theirs = usable.filter((touch) => touch.anonymousId === anonymousId);
  const start = theirs.find((touch) => touch.sessionId === sessionId && touch.event === 'Session Started');
  const ordered = {
    products: new Set(lines.map(({ productId }) => productId)),
    variants: new Set(lines.map(({ variantId }) => variantId)),
  };
  const look = {
    products: new Set(theirs.flatMap(({ productIds }) => productIds)),
    variants: new Set(theirs.flatMap(({ variantIds }) => variantIds)),
  };
  return {
    by,
    anonymousId,
    sessionId,
    sessionDay: sessionId !== null && start ? start.at.toISOString().slice(0, 10) : null,
    at,
    productIds: [...look.products].filter((id) => ordered.products.has(id)),
    variantIds: [...look.variants].filter((id) => ordered.variants.has(id)),
  };
}

/** Returns the tokens under which a checkout click may have recorded the order's cart. */
export function cartTokens(identity: OrderIdentity | undefined): string[] {
  return [identity?.cartToken, identity?.checkoutToken].flatMap((token) =>
    token ? [plainToken(token)] : [],
  );
}

/** Removes the `?key=…` that a storefront adds to its cart token and an order does not have. */
export function plainToken(token: string): string {
  return token.split('?')[0]!;
}
