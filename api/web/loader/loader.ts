/**
 * `/service-embed.js`: opens the try-on on a merchant's page. It makes no request before a shopper's first sign of
 * interest, has no global but `ServiceEmbed`, and whatever fails in it leaves the page as it is without it.
 */
import { sharedLook } from './addresses.ts';
import { currentScript } from './current-script.ts';
import { openByClick, preconnectByIntent } from './launchers.ts';
import { on } from './page-events.ts';
import type { EmbedConfig } from './settings.ts';
import { createTryOn, type TryOn } from './try-on.ts';

interface ServiceEmbed extends Omit<TryOn, 'open'> {
  open: (...call: Parameters<TryOn['open']>) => void;
  on: typeof on;
}

type Call = [name: keyof ServiceEmbed, args: Iterable<unknown>];

interface CallQueue extends Iterable<Call> {
  push: (call: Call) => unknown;
}

declare global {
  interface Window {
    ServiceEmbedConfig?: EmbedConfig;
    /** `loaded`: the settings of the tag. Before this file has run, what the page's own line made of it: a queue of calls. */
    ServiceEmbed?: Partial<ServiceEmbed> & { loaded?: string; q?: CallQueue };
  }
}

/** Returns the tag of this file, also where a page builder has made a module of it. */
function ownScript(): HTMLScriptElement | null {
  const current = currentScript();
  return current?.src ? current : document.querySelector('script[src*="/service-embed"]');
}

/** Takes over the calls that the page has made so far, and those of functions that it kept from the queue. */
function publish(api: ServiceEmbed, loaded: string): void {
  const early = window.ServiceEmbed || {};
  const queue = early.q || [];
  const run = ([name, args]: Call) => (api[name] as ((...args: unknown[]) => unknown) | undefined)?.(...args);
  window.ServiceEmbed = Object.assign(early, api, { loaded });
  for (const call of queue) run(call);
  queue.push = run;
}

function start(script: HTMLScriptElement, settings: string): void {
  const service = new URL(script.src).origin;
  const tryOn = createTryOn(script, service);
  openByClick(script, tryOn.open);
  preconnectByIntent(script, service);
  publish({ ...tryOn, on }, settings);
  const share = sharedLook(location);
  if (share) tryOn.open({ share });
}

const script = ownScript();
const settings = script && JSON.stringify(script.dataset);
const { loaded } = window.ServiceEmbed || {};
// A page that has the tag twice has one try-on: that of the first.
if (script && settings && !loaded) start(script, settings);
else if (loaded !== settings) console.warn('[service-embed] The script tag that loaded first counts.');
