import type { RenderMessage } from '../../../shared/try-on/frame-messages.ts';
import { runScript } from './later-script.ts';
import type { Opening } from './settings.ts';

/** Tells a shopper who has closed the dialog how the render is, from page to page of the tab. */
export interface RenderStatus {
  /** The options that opened the frame of a render that still runs, on this page or one before. */
  running(): Opening | undefined;
  take(message: RenderMessage, opening: Opening): void;
  /** The dialog was opened or closed. */
  update(): void;
}

export interface StatusOptions {
  isOpen: () => boolean;
  view: (opening: Opening) => void;
  closeLabel: string;
}

/** Properties that the script reads from its own element. */
export interface StatusCall {
  options: StatusOptions;
  resolve: (status: RenderStatus) => void;
}

/** Of `sessionStorage`: the render that the shopper waits for. */
export const storageKey = 'service-embed-render';

/** True if the shopper waits for a render of a page before. The browser may refuse the storage. */
export function isAwaited(): boolean {
  try {
    return !!sessionStorage[storageKey];
  } catch {
    return false;
  }
}

/** Loads the status; never ends where the shop's policy or the network refuses it. */
export const loadStatus = (loader: HTMLElement, options: StatusOptions): Promise<RenderStatus> =>
  new Promise((resolve) => runScript(loader, 'status', { options, resolve } satisfies StatusCall));
