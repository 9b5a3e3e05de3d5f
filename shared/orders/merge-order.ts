import { sha256Hex } from '../ids.ts';
import type { OrderFacts, OrderUpdate, Refund } from './order-update.ts';

/** The fields that can link an order to a visitor. */
export interface OrderIdentity {
  anonymousId: string | null;
  cartToken: string | null;
  checkoutToken: string | null;
}

interface Ranked {
  version: number;
  /** Decides between two versions of the same second, independent of their order of arrival. */
  digest: string;
}

type KeptFacts = Omit<OrderFacts, 'attributes' | 'cartToken' | 'checkoutToken'> & Ranked;

/** The contents of all webhooks of one order, merged. */
export interface OrderState {
  /** When the first of them arrived, by our clock. */
  seenAt: Date;
  facts?: KeptFacts;
  identity?: OrderIdentity & Ranked;
  /** From webhooks of their own, one of each id. */
  refunds: Refund[];
  deletedAt?: Date;
  /** When its visitor was erased: the order is not linked again. */
  erasedAt?: Date;
}

/**
 * Merges one more webhook into an order. Duplicates change nothing and the order of arrival does not
 * matter: a refund may come before its order, an update before the creation.
 */
export function mergeOrder(known: OrderState | undefined, update: OrderUpdate, receivedAt: Date): OrderState {
  const { facts, identity } = ranked(update.facts);
  const merged: OrderState = {
    ...known,
    seenAt: known && known.seenAt < receivedAt ? known.seenAt : receivedAt,
    refunds: mergeRefunds(known?.refunds ?? [], update.refunds),
  };
  if (facts && (!merged.facts || isNewer(facts, merged.facts))) merged.facts = facts;
  if (identity && !merged.erasedAt && (!merged.identity || isStronger(identity, merged.identity))) {
    merged.identity = identity;
  }
  if (update.deleted && !(merged.deletedAt && merged.deletedAt >= receivedAt)) merged.deletedAt = receivedAt;
  return merged;
}

function ranked(update: OrderFacts | undefined): Pick<OrderState, 'facts' | 'identity'> {
  if (!update) return {};
  const { attributes, cartToken, checkoutToken, ...facts } = update;
  const rank = { version: facts.version, digest: toDigest(update) };
  const anonymousId = attributes.anonymous_id || null;
  const identity =
    anonymousId || cartToken || checkoutToken
      ? { anonymousId, cartToken, checkoutToken, ...rank }
      : undefined;
  return { facts: { ...facts, ...rank }, ...(identity ? { identity } : {}) };
}

/** Of two versions of one second, the later is the one with a cancellation, or with more refunds. */
function toDigest(facts: OrderFacts): string {
  const cancelled = facts.cancelledAt ? 1 : 0;
  const refunds = String(facts.refunds.length).padStart(4, '0');
  return `${cancelled}.${refunds}.${sha256Hex(JSON.stringify(facts)).slice(0, 16)}`;
}

function isNewer(one: Ranked, other: Ranked): boolean {
  return one.version > other.version || (one.version === other.version && one.digest > other.digest);
}

/** Attributes get lost between cart and order (reported: 2 to 4 of 400 to 800), so an identity that names the visitor is kept. */
function isStronger(one: OrderIdentity & Ranked, other: OrderIdentity & Ranked): boolean {
  const named = Number(one.anonymousId !== null) - Number(other.anonymousId !== null);
  return named === 0 ? isNewer(one, other) : named > 0;
}

/** Of two versions of one refund the larger is used: its payments succeed one after the other. */
export function mergeRefunds(known: readonly Refund[], more: readonly Refund[]): Refund[] {
  const byId = new Map(known.map((refund) => [refund.id, refund]));
  for (const refund of more) {
    const before = byId.get(refund.id);
    if (!before || isMore(refund, before)) byId.set(refund.id, refund);
  }
  return [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

function isMore(one: Refund, other: Refund): boolean {
  const more = Number(one.amount) - Number(other.amount);
  return more === 0 ? JSON.stringify(one) > JSON.stringify(other) : more > 0;
}
