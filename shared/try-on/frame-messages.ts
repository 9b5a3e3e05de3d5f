/**
 * Messages between the loader on a merchant's page and the try-on in its frame, by `postMessage`. Each side
 * sends to one exact origin, and reads only what comes from the other's window and origin.
 *
 * The frame learns its parent's origin from the parameter `origin` of its URL, which the server checked against
 * the hosts of the store; it sends `ready` first, and the loader sends `init` (before it, `consent` where that is
 * required; after it, `visibility`). Without a message within 8 s of the frame's `load` (20 s
 * without that) the loader offers a link to the hosted page.
 */

interface Envelope {
  service: 1;
}

/** The storefront's data when the try-on opens; sent again when the same frame is opened with another item. */
export interface InitMessage extends Envelope {
  type: 'init';
  anonymousId: string | null;
  flow: string | null;
  closet: string | null;
  share: string | null;
  /** The item of the product page that it was opened on. */
  productId: string | null;
  variantId: string | null;
  /** The page it was opened on: where "Back to the shop" leads. */
  pageUrl: string;
  /** True if the page shows the state of the render while the dialog is closed. */
  status: boolean;
}

export interface IdentifyMessage extends Envelope {
  type: 'identify';
  anonymousId: string;
}

export interface ConsentMessage extends Envelope {
  type: 'consent';
  granted: boolean;
}

/** The dialog was closed or opened again with the frame kept. */
export interface VisibilityMessage extends Envelope {
  type: 'visibility';
  open: boolean;
}

/** The loader's response to the `AddToCartMessage` of the same id. */
export interface CartResultMessage extends Envelope {
  type: 'cart-result';
  id: string;
  /** `failed`: nothing is known to be in the cart. */
  result: 'ok' | 'failed';
  /** Token of the cart, where the storefront says it. */
  cartToken?: string;
}

export type LoaderMessage =
  | InitMessage
  | IdentifyMessage
  | ConsentMessage
  | VisibilityMessage
  | CartResultMessage;

export interface ReadyMessage extends Envelope {
  type: 'ready';
}

/** The page is only a notice, such as that the store is unknown: no try-on follows. */
export interface NoticeMessage extends Envelope {
  type: 'notice';
}

/** Close the dialog: Escape or a close control inside the frame. */
export interface CloseMessage extends Envelope {
  type: 'close';
}

/** Becomes the DOM event `service:{name}` with this `detail`, and a `dataLayer` entry where one is wanted. */
export interface NotifyMessage extends Envelope {
  type: 'event';
  /** In kebab case: `try-on-completed`. */
  name: string;
  detail: Record<string, unknown>;
}

/** How the shopper's render is, after each change; the loader says it on the page while the dialog is closed. */
export interface RenderMessage extends Envelope {
  type: 'render';
  running: boolean;
  /** In the shopper's language; empty while there is no render. */
  text: string;
  /** Name of the button that opens the try-on. */
  action: string;
  /** Of the start, in milliseconds since 1970. */
  since: number;
}

/** Asks the loader to put items into the cart of the storefront that it runs on. */
export interface AddToCartMessage extends Envelope {
  type: 'cart';
  step: 'add';
  /** Of the response. */
  id: string;
  /** `id`: of the variant. */
  items: { id: string; quantity: number }[];
  /** Becomes the cart's attribute `anonymous_id`, and the property `_anonymous_id` of each line. */
  anonymousId: string;
}

/** Asks it to lead the page to that cart. */
export interface ShowCartMessage extends Envelope {
  type: 'cart';
  step: 'show';
}

/** The loader fetches the code for them with the first one. */
export type CartMessage = AddToCartMessage | ShowCartMessage;

export type FrameMessage =
  | ReadyMessage
  | NoticeMessage
  | CloseMessage
  | NotifyMessage
  | RenderMessage
  | CartMessage;
