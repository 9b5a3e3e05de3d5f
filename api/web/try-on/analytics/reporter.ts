import type { Bootstrap } from '../../../../shared/try-on/contract.ts';
import { pauseUntilSeen } from '../api/pause.ts';
import type { Identity } from '../identity/identity.ts';
import { randomId } from '../identity/random-id.ts';
import type { KeyValueStorage } from '../identity/storage.ts';
import type { Store } from '../state/store.ts';
import { type Analytics, createAnalytics } from './analytics.ts';
import { createDelivery } from './delivery.ts';
import { createReported } from './reported.ts';
import { beginSession } from './session-events.ts';
import { reportOutcomes, reportSwaps } from './try-on-events.ts';

declare global {
  interface Navigator {
    /** Of browsers that know Global Privacy Control. */
    globalPrivacyControl?: boolean;
  }
}

/** The analytics of this page, with what the page around it says. */
export interface Reporter extends Analytics {
  /** The shopper sees the application, for the first time or again; until the first time nothing is sent. */
  show(): void;
  /** The merchant's dialog was closed. */
  hide(): void;
  /** The visitor's choice; without one, the store's setting. */
  consent(granted: boolean): void;
}

interface Options {
  bootstrap: Bootstrap;
  identity: Identity;
  store: Store;
  session: KeyValueStorage;
}

/** Creates a reporter over the network, the clock and the life of this page. */
export function createReporter({ bootstrap: { store: shop }, identity, store, session }: Options): Reporter {
  const reported = createReported(shop.slug, session);
  const delivery = createDelivery({
    store: shop.slug,
    anonymousId: identity.anonymousId,
    isAutomated: navigator.webdriver,
    isOptedOut: !!navigator.globalPrivacyControl,
    fetch: (...request) => fetch(...request),
    sendBeacon: (url, body) => navigator.sendBeacon(url, body),
    pause: (ms) => pauseUntilSeen(ms, new AbortController().signal),
    now: () => new Date(),
  });
  const analytics = createAnalytics({ identity, store, send: delivery.add, randomId, now: () => new Date() });
  reportOutcomes({ store, report: analytics.report, reported });
  reportSwaps(store, analytics.track);

  let isShown = false;
  let isGranted = !shop.consentRequired;
  let check: (() => void) | undefined;
  const isSeen = () => reported.has('started', identity.sessionId());
  const isPresent = () => isShown && document.visibilityState === 'visible';
  document.addEventListener('visibilitychange', () => (isPresent() ? check?.() : delivery.leave()));
  addEventListener('pagehide', delivery.leave);

  return {
    ...analytics,
    show() {
      isShown = true;
      delivery.allow(isGranted);
      check ??= beginSession({
        track: analytics.track,
        identity,
        reported,
        isPresent,
        now: Date.now,
        later: setTimeout,
      });
      check();
    },
    hide() {
      isShown = false;
      // Also of a page that continues a render in the background: its end is an event of the session that was seen.
      if (isSeen()) delivery.allow(isGranted);
    },
    consent(granted) {
      isGranted = granted;
      if (isSeen()) delivery.allow(granted);
    },
  };
}
