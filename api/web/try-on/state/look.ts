import {
  type LookItem,
  type Money,
  maxLookItems,
  type SceneKind,
} from '../../../../shared/try-on/contract.ts';
import type { LookEntry } from './app-state.ts';

/** Identifies an item within a look: a product is in it once for each variant. */
export function lookKey({ productId, variantId }: LookItem): string {
  return `${productId}:${variantId ?? ''}`;
}

/**
 * Returns the look with the entry at its end, or in the place of `replacing`; unchanged where it is full or has the
 * entry.
 */
export function withEntry(look: LookEntry[], entry: LookEntry, replacing: string | null): LookEntry[] {
  if (look.some((other) => lookKey(other) === lookKey(entry))) return look;
  const place = look.findIndex((other) => lookKey(other) === replacing);
  if (place >= 0) return look.map((other, index) => (index === place ? entry : other));
  return look.length < maxLookItems ? [...look, entry] : look;
}

/** Returns the look with an entry of the image again, before those that follow it there; unchanged where it is full. */
export function withPutBack(look: LookEntry[], depicted: LookEntry[], key: string): LookEntry[] {
  const at = depicted.findIndex((entry) => lookKey(entry) === key);
  if (at < 0) return look;
  const later = new Set(depicted.slice(at + 1).map(lookKey));
  const next = look.findIndex((entry) => later.has(lookKey(entry)));
  const longer = withEntry(look, depicted[at]!, null);
  return longer === look || next < 0 ? longer : movedEntry(longer, key, next);
}

/** Returns the look without the entry of this key. */
export function withoutEntry(look: LookEntry[], key: string): LookEntry[] {
  return look.filter((entry) => lookKey(entry) !== key);
}

/** Returns the look with one entry moved to another place; unchanged where there is no such place. */
export function movedEntry(look: LookEntry[], key: string, to: number): LookEntry[] {
  const entry = look.find((other) => lookKey(other) === key);
  if (!entry || to < 0 || to >= look.length) return look;
  const others = withoutEntry(look, key);
  return [...others.slice(0, to), entry, ...others.slice(to)];
}

/** Returns true if two looks have the same items in the same order. */
export function sameItems(one: LookItem[], other: LookItem[]): boolean {
  return one.length === other.length && one.every((item, index) => lookKey(item) === lookKey(other[index]!));
}

/** Returns where all items of a look are used; null where they differ, or none tells. */
export function getScene(look: LookEntry[]): SceneKind | null {
  const [first = null, ...others] = new Set(look.flatMap(({ scene }) => scene ?? []));
  return others.length === 0 ? first : null;
}

/** Returns the sum of the prices; null where one is missing or the currencies differ. */
export function totalPrice(look: LookEntry[]): Money | null {
  const prices = look.map(({ price }) => price);
  const first = prices[0];
  if (!first || prices.some((price) => price?.currency !== first.currency)) return null;
  return { currency: first.currency, amount: prices.reduce((sum, price) => sum + (price?.amount ?? 0), 0) };
}
