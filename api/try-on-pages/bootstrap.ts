import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { getSettings, storeView } from '../../shared/stores/store-settings.ts';
import type { Bootstrap, Language, StoreView } from '../../shared/try-on/contract.ts';
import type { FramePolicy } from './frame-policy.ts';

/** Builds the data with which the application begins; `frames` is null for a page that no other may frame. */
export function buildBootstrap(
  store: StoreDoc,
  language: Language,
  frames: Pick<FramePolicy, 'parentOrigins'> | null,
  change: Partial<StoreView>,
): Bootstrap {
  const texts = getSettings(store).texts?.[language] ?? null;
  return {
    store: { ...storeView(store), texts, ...change },
    embedded: frames !== null,
    parentOrigins: frames?.parentOrigins ?? [],
    apiBase: `/api/try-on/${store.slug}`,
  };
}
