import { pageSetting } from './settings.ts';

type Detail = Record<string, unknown>;

declare global {
  interface Window {
    /** Of Google Tag Manager and those that read what it reads. */
    dataLayer?: unknown[];
  }
}

/** `try-on-completed` as data layers name events: `service_try_on_completed`. */
const entryName = (name: string) => `service_${name.replace(/-/g, '_')}`;

function pushToDataLayer(script: HTMLElement, name: string, detail: Detail): void {
  const setting = pageSetting(script, 'dataLayer');
  if (setting === undefined || String(setting) === 'false') return;
  window.dataLayer = window.dataLayer || [];
  window.dataLayer.push({ event: entryName(name), service: detail });
}

/** Tells the page: the event `service:{name}` on `document`, and an entry of the data layer where one is wanted. */
export function announce(script: HTMLElement, name: string, detail: Detail = {}): void {
  document.dispatchEvent(new CustomEvent(`service:${name}`, { detail }));
  pushToDataLayer(script, name, detail);
}

/** Calls `handler` with the detail of every such event. @returns a function that ends it. */
export function on(name: string, handler: (detail: Detail) => void): () => void {
  const listener = (event: Event) => handler((event as CustomEvent<Detail>).detail);
  document.addEventListener(`service:${name}`, listener);
  return () => document.removeEventListener(`service:${name}`, listener);
}
