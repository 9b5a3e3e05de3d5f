import type { TryOnReason } from './contract.ts';

/** Properties of an event without any of its own. */
type None = Record<never, never>;

interface FlowProperties {
  flow_name: string;
  flow_id: string;
  flow_step_name: string;
}

/** The look is shared by its link, or only its image (specification "Look Shared variants"). */
type LookSharedProperties =
  | {
      type: 'share_link';
      shortId: string;
      shareUrl: string;
      usedNativeShare: boolean;
      selectedItemCount: number;
    }
  | { type: 'share_image'; selectedItemCount: number };

/** Why a try-on has no image: what the service says, and what only the browser can know. */
export type TryOnFailure = TryOnReason | 'offline' | 'format_unsupported';

/**
 * The 18 events of the specification's table "Forwarded events" with their own properties. Types alone, so that the
 * browser's bundle takes nothing of the server; `events/event-map.ts` has the rules that the server reads them by.
 */
export interface EventProperties {
  'Session Started': None;
  'Session Engaged': None;
  'Try On Started': { selectedItemCount: number };
  'Try On Completed': { selectedItemCount: number };
  'Try On Failed': { reason: TryOnFailure };
  'Added Item to Look': { productTitle: string };
  'User Photo Uploaded': None;
  'Model Photo Selected': { model_id: string };
  'Flow Step Completed': FlowProperties;
  'Flow Step Skipped': FlowProperties;
  'Flow Exited': FlowProperties;
  'Filter Selected': { filter_name: string; filter_scope: string };
  'Sort Selected': { sort_name: string };
  'Search Submitted': { query: string; result_count: number };
  'Try On Edited': { action: 'edit' | 'swap' | 'remove' };
  'Checkout Clicked': {
    selectedItemCount: number;
    hasStorefrontToken: boolean;
    fromSharedLook: boolean;
    /** Absent without a shared look. */
    sharedLookShortId?: string;
  };
  'Look Shared': LookSharedProperties;
  'Shared Look Opened': { shortId?: string };
}

/** Without the prefix `Service `. */
export type EventName = keyof EventProperties;
