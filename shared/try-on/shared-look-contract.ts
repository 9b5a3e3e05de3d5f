import type { Image, LookItem } from './contract.ts';

/** A look that its visitor has shared by a link. */
export interface ShareView {
  shortId: string;
  /** The page that recipients open. */
  url: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** A shared look as anyone with its link sees it; 410 once it was revoked or has expired. */
export interface SharedLookView {
  shortId: string;
  /** JPEG. */
  picture: Image;
  items: LookItem[];
  /** ISO 8601. */
  expiresAt: string;
  /** True if this visitor has shared it, and so may revoke it. */
  own: boolean;
}

export interface LookOpenRequest {
  /** The `eventId` of the `Shared Look Opened` that the browser reports: both count once. */
  openId: string;
  /** `navigator.webdriver` */
  webdriver: boolean;
}
