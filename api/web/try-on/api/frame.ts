import type { FrameMessage, LoaderMessage } from '../../../../shared/try-on/frame-messages.ts';

/** Sent without `service: 1`, which the link adds. */
type Outgoing = FrameMessage extends infer Message
  ? Message extends unknown
    ? Omit<Message, 'service'>
    : never
  : never;

interface Options {
  window: Window;
  /** As the page's bootstrap says; empty: any. */
  parentOrigins: string[];
  /** The parameter `origin` of the page's URL. */
  origin: string | null;
  onMessage: (message: LoaderMessage) => void;
}

/** The link to the loader on the merchant's page. */
export interface FrameLink {
  send(message: Outgoing): void;
  /** Returns true once the parent has sent a message: a page may frame the application without the loader. */
  hasLoader(): boolean;
  /** True if the page shows the state of the render while the dialog is closed. */
  hasStatus(): boolean;
  /** Calls the listener with each message of the parent. Returns the function that ends it. */
  listen(listener: (message: LoaderMessage) => void): () => void;
}

const types: ReadonlySet<string> = new Set<LoaderMessage['type']>([
  'init',
  'identify',
  'consent',
  'visibility',
  'cart-result',
]);

/** Connects to the parent of one exact origin; null where the page has none that may frame it. */
export function connectFrame({ window, parentOrigins, origin, onMessage }: Options): FrameLink | null {
  const { parent } = window;
  if (parent === window || !origin || !isWebOrigin(origin)) return null;
  if (parentOrigins.length > 0 && !parentOrigins.includes(origin)) return null;
  const listeners = new Set([onMessage]);
  let heard = false;
  let hasStatus = false;
  window.addEventListener('message', (event) => {
    if (event.source !== parent || event.origin !== origin || !isLoaderMessage(event.data)) return;
    heard = true;
    if (event.data.type === 'init') hasStatus = event.data.status;
    for (const listener of listeners) listener(event.data);
  });
  return {
    send: (message) => parent.postMessage({ service: 1, ...message }, origin),
    hasLoader: () => heard,
    hasStatus: () => hasStatus,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `null`, `*` and the like are no target for a message. */
function isWebOrigin(origin: string): boolean {
  return /^https?:\/\/[^/?#@\s]+$/.test(origin);
}

function isLoaderMessage(data: unknown): data is LoaderMessage {
  return (
    data !== null &&
    typeof data === 'object' &&
    'service' in data &&
    data.service === 1 &&
    'type' in data &&
    typeof data.type === 'string' &&
    types.has(data.type)
  );
}
