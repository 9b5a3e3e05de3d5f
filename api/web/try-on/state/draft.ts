import type { LookItem } from '../../../../shared/try-on/contract.ts';
import type { KeyValueStorage } from '../identity/storage.ts';
import { type AppState, followedRender, type Screen } from './app-state.ts';
import type { FlowPlace } from './flow-progress.ts';
import { lookKey } from './look.ts';

const key = (slug: string) => `service_try_on_draft:${slug}`;

/** State of the tab that a reload restores. */
export interface Draft {
  photo: { kind: 'upload' | 'model'; id: string } | null;
  items: LookItem[];
  /** Keys of the items whose size the shopper has not chosen. */
  openSizes: string[];
  screen: Screen;
  /** Id of the render that is followed or shown. */
  render: string | null;
  /** The guided flow, and the shopper's place in it. */
  flow: (FlowPlace & { id: string }) | null;
  /** As in the state. */
  openedLook: string | null;
}

const emptyDraft: Draft = {
  photo: null,
  items: [],
  openSizes: [],
  screen: 'photo',
  render: null,
  flow: null,
  openedLook: null,
};

export function saveDraft(session: KeyValueStorage, slug: string, state: AppState): void {
  const { photo, look, screen, flow, openedLook } = state;
  const draft: Draft = {
    photo: photo && { kind: photo.kind, id: photo.id },
    items: look.map(({ productId, variantId }) => ({ productId, variantId })),
    openSizes: look.filter(({ isSizeOpen }) => isSizeOpen).map(lookKey),
    screen,
    render: followedRender(state)?.id ?? null,
    flow: flow && { id: flow.flow.id, ...placeIn(flow) },
    openedLook,
  };
  session.setItem(key(slug), JSON.stringify(draft));
}

function placeIn({ step, picks, outcomes, isOver }: FlowPlace): FlowPlace {
  return { step, picks, outcomes, isOver };
}

/** Reads the draft of this tab, or an empty one. */
export function readDraft(session: KeyValueStorage, slug: string): Draft {
  try {
    const draft = JSON.parse(session.getItem(key(slug)) ?? 'null') as Draft | null;
    if (draft && Array.isArray(draft.items))
      return { ...emptyDraft, ...draft, items: lookItems(draft.items) };
  } catch {
    // Written by another version, or by hand: as if there were none.
  }
  return emptyDraft;
}

/** Items that a storefront may pass; a look takes the first six of them. */
const maxPassedItems = 12;

/** Returns the items of a list from outside that have the right shape: at most twelve, each once. */
export function lookItems(values: unknown): LookItem[] {
  if (!Array.isArray(values)) return [];
  const items = new Map<string, LookItem>();
  for (const value of values as unknown[]) {
    const item = lookItem(value);
    if (item) items.set(`${item.productId}:${item.variantId ?? ''}`, item);
  }
  return [...items.values()].slice(0, maxPassedItems);
}

function lookItem(value: unknown): LookItem | null {
  if (value === null || typeof value !== 'object' || !('productId' in value)) return null;
  const variantId = 'variantId' in value ? idText(value.variantId) : null;
  const productId = idText(value.productId);
  return productId === null ? null : { productId, variantId };
}

/** Ids are strings; a storefront may pass them as numbers. */
function idText(value: unknown): string | null {
  return (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : null;
}
