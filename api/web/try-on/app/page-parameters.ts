import type { LookItem } from '../../../../shared/try-on/contract.ts';
import type { Asked } from '../state/app-state.ts';
import { readCloset } from './closet.ts';

/** Parameters of the page's URL. */
export interface PageParameters extends Asked {
  anonymousId: string | null;
  /** The storefront's origin. */
  origin: string | null;
  /** Consent given or refused on the page that led here; null: unknown. */
  consent: boolean | null;
}

const choices: ReadonlyMap<string | null, boolean> = new Map([
  ['granted', true],
  ['denied', false],
]);

export function readPageParameters(search: string): PageParameters {
  const query = new URLSearchParams(search);
  return {
    anonymousId: query.get('anonymous_id'),
    flow: query.get('flow'),
    origin: query.get('origin'),
    consent: choices.get(query.get('consent')) ?? null,
    share: readShare(query.get('share')),
    items: wantedItems({
      productId: query.get('product_id'),
      variantId: query.get('variant_id'),
      closet: query.get('closet'),
    }),
  };
}

/** Null for what can be no short id: the page is then as without it. */
export function readShare(share: string | null): string | null {
  return share !== null && /^[0-9a-z]{13}$/i.test(share) ? share : null;
}

interface Wanted {
  productId: string | null;
  variantId: string | null;
  closet: string | null;
}

export function wantedItems({ productId, variantId, closet }: Wanted): LookItem[] {
  return [...(productId ? [{ productId, variantId }] : []), ...readCloset(closet)];
}
