import { findDone } from '../html/find-done.ts';

/** Sentences after the redirect of a form, by the `done` of the address: no text comes from an address. */
const texts: Readonly<Record<string, string>> = {
  key: 'The key is created.',
  rolled: 'The key is rolled. The former one stays valid for the time that you chose.',
  revoked: 'The key is revoked.',
  paid: 'Thank you. The credits are here as soon as the payment is confirmed, usually within a minute.',
  notice: 'Saved. You are notified once when fewer credits are available.',
  'no-notice': 'Saved. You are not notified before the credits end.',
  url: 'The webhook is saved.',
  'no-url': 'The webhook is off. Renders call only the URLs of their own requests.',
  secret: 'The signing secret is rolled. Calls are signed with the former one too for a day.',
  tested: 'The test was delivered.',
  'not-tested': 'The test was not delivered; the deliveries below say why.',
  replayed: 'The webhook is sent again within seconds.',
};

/** Returns the sentence of a `done`; undefined for an unknown one. */
export const getDoneText = (done: string | undefined): string | undefined => findDone(texts, done);
