import type { LookItem } from '../../../../shared/try-on/contract.ts';
import { lookItems } from '../state/draft.ts';

/**
 * Reads the items of a `closet` parameter: base64url of JSON `[{ "productId", "variantId" }]`; none when it is not
 * that.
 */
export function readCloset(closet: string | null): LookItem[] {
  if (!closet) return [];
  try {
    const bytes = Uint8Array.from(atob(closet.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    return lookItems(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return [];
  }
}
