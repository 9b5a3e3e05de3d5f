import { findDone } from '../html/find-done.ts';
import { Banner, type Tone } from '../web/design/components/status.tsx';

/** Results of forms, by the `done` of the address: no text comes from an address. */
const results: Readonly<Record<string, { tone: Tone; text: string }>> = {
  saved: { tone: 'success', text: 'The endpoint is saved, and the integration is connected.' },
  paused: { tone: 'success', text: 'The integration is paused: events are saved and not forwarded.' },
  resumed: { tone: 'success', text: 'The integration is connected again.' },
  removed: { tone: 'success', text: 'The endpoint and its write key are removed.' },
  delivered: { tone: 'success', text: 'The endpoint accepted the test event.' },
  refused: {
    tone: 'danger',
    text: 'The endpoint did not accept the test event; the latest deliveries show its response.',
  },
  store: { tone: 'success', text: 'The store is added. These steps lead to its first order.' },
  host: { tone: 'success', text: 'The host is yours: its pages open the try-on.' },
  'no-proof': {
    tone: 'warning',
    text: 'No proof was found yet. DNS records take up to an hour to be seen; a tag on the front page counts at once.',
  },
  'no-host': { tone: 'success', text: 'The host is removed.' },
  settings: { tone: 'success', text: 'The settings are saved. Open pages have them within seconds.' },
  photo: { tone: 'success', text: 'The photo is offered to shoppers.' },
  'no-photo': { tone: 'success', text: 'The photo is removed.' },
  'feed-pause': { tone: 'success', text: 'The scheduled import is paused.' },
  'feed-resume': {
    tone: 'success',
    text: 'The scheduled import is resumed; the next one begins within a minute.',
  },
  'feed-remove': { tone: 'success', text: 'The scheduled import is removed; the products stay.' },
  flow: { tone: 'success', text: 'The flow is saved. The next shopper who opens it has it.' },
  'no-flow': { tone: 'success', text: 'The flow is deleted.' },
  logo: { tone: 'success', text: 'The logo is saved. Open pages have it within seconds.' },
  'no-logo': { tone: 'success', text: 'The logo is removed; the try-on shows the name of the store.' },
  look: { tone: 'success', text: 'The look is no longer shared.' },
  replayed: {
    tone: 'success',
    text: 'The events are forwarded again; the latest deliveries show each attempt.',
  },
  'none-replayed': { tone: 'neutral', text: 'No event was dropped in this time.' },
  secret: { tone: 'success', text: 'The secret of the order webhooks is saved.' },
};

/** The result of a form, after its redirect. */
export function DoneBanner({ done }: { done: string | undefined }) {
  const result = findDone(results, done);
  if (!result) return null;
  return (
    <div role="status">
      <Banner tone={result.tone}>{result.text}</Banner>
    </div>
  );
}
