import { toMinorUnits } from '../money.ts';
import type { Attribution } from './attribute.ts';
import { mergeRefunds, type OrderState } from './merge-order.ts';
import type { Refund } from './order-update.ts';

/** The contribution of an order to the KPIs; amounts in minor units. */
export interface OrderTally {
  /** Not a test order, not cancelled and not deleted. */
  counted: boolean;
  attributed: boolean;
  currency: string;
  /** The whole order less its refunds, at least 0. */
  revenue: number;
  /** Only items that were in the visitor's look, less their refunds. */
  strictRevenue: number;
}

/** Undefined until the order itself was reported. */
export function tallyOrder(
  { facts, refunds, deletedAt }: OrderState,
  attribution: Attribution | undefined,
): OrderTally | undefined {
  if (!facts) return undefined;
  const { currency } = facts;
  const deleted = deletedAt !== undefined && deletedAt.getTime() >= facts.version;
  const counted = !facts.test && facts.cancelledAt === null && !deleted;
  const all = mergeRefunds(facts.refunds, refunds);
  const refunded = sum(all.map(({ amount }) => toMinorUnits(amount, currency)));
  const revenue = counted ? Math.max(0, facts.total - refunded) : 0;
  const strict = attribution ? lookAmount(facts.lines, all, attribution, currency) : 0;
  return {
    counted,
    attributed: attribution !== undefined,
    currency,
    revenue,
    // Refunds that name no lines can leave less than the look items cost.
    strictRevenue: Math.min(revenue, Math.max(0, strict)),
  };
}

interface Item {
  productId: string | null;
  variantId: string | null;
}

function lookAmount(
  lines: readonly (Item & { amount: number })[],
  refunds: readonly Refund[],
  { productIds, variantIds }: Attribution,
  currency: string,
): number {
  const inLook = ({ productId, variantId }: Item) =>
    (variantId !== null && variantIds.includes(variantId)) ||
    (productId !== null && productIds.includes(productId));
  const back = refunds.flatMap((refund) => refund.lines.filter(inLook));
  const sold = sum(lines.filter(inLook).map(({ amount }) => amount));
  return sold - sum(back.map(({ amount }) => toMinorUnits(amount, currency)));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
