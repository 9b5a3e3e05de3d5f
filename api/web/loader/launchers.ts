import { type OpenOptions, pageSetting, readOptions } from './settings.ts';

const defaultSelector = '[data-service-launcher]';

/** Finds the launcher that an event comes from, through open shadow roots as well; undefined: none. */
function findLauncher(event: Event, script: HTMLElement): HTMLElement | undefined {
  const selector = String(pageSetting(script, 'selector') || defaultSelector);
  const matches = (target: EventTarget) => target instanceof HTMLElement && target.matches(selector);
  try {
    return event.composedPath().find(matches) as HTMLElement | undefined;
  } catch {
    console.warn(`[service-embed] Not a CSS selector: ${selector}`);
    return undefined;
  }
}

/** Returns true if the click asks for something else: a new tab, a download, the menu. */
const modified = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * One listener on `document` for every launcher there is or will be. A click that the shop's own script has
 * taken is left to it, and a launcher that is a link stays one when `open` returns false or fails.
 */
export function openByClick(script: HTMLElement, open: (options: OpenOptions) => boolean): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || modified(event)) return;
    const launcher = findLauncher(event, script);
    if (launcher && opened(launcher, open)) event.preventDefault();
  });
}

function opened(launcher: HTMLElement, open: (options: OpenOptions) => boolean): boolean {
  try {
    return open(readOptions(launcher));
  } catch (error) {
    console.warn('[service-embed]', error); // a browser without <dialog>
    return false;
  }
}

/** Connects to the service when a launcher is pointed at or focused: the first request would wait for it. */
export function preconnectByIntent(script: HTMLElement, service: string): void {
  const signs = ['pointerover', 'focusin'];
  const connect = (event: Event) => {
    if (!findLauncher(event, script)) return;
    for (const sign of signs) document.removeEventListener(sign, connect);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: service }));
  };
  for (const sign of signs) document.addEventListener(sign, connect);
}
