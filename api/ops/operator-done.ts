import { findDone } from '../html/find-done.ts';

/** Sentences after the redirect of a form, by the `done` of the address: no text comes from an address. */
const texts: Readonly<Record<string, string>> = {
  withdrawn: 'The render is withdrawn. It costs nothing.',
  ended: 'The render had ended before. Nothing is changed.',
  retried: 'The render waits in its queue for another worker.',
  'not-retried': 'The render is not running, or has no attempt left. Nothing is changed.',
  granted: 'The credits are granted.',
  limits: 'The limits are saved. They hold from the next request on.',
  suspended: 'The account is suspended. Its new renders are refused; those that were accepted go through.',
  resumed: 'The account is in use again.',
  paused: 'The queue is paused: its jobs wait, and renders that wait too long expire without a charge.',
  'provider-off': 'The provider is off. Renders that it has begun end as usual.',
  'provider-on': 'The provider is tried again from the next render on.',
  replayed: 'The event is forwarded again; its attempt appears here within seconds.',
  'not-replayed': 'The event waits to be forwarded already. Nothing is changed.',
  'webhook-again': 'The webhook is sent again, with all of its attempts.',
  'incident-open': 'The incident is open: people read it at /status within a minute.',
  'incident-updated': 'The update is posted: people read it at /status within a minute.',
  'incident-closed': 'The incident is closed. Its updates stay at /status for 90 days.',
  'worker-drained': 'The worker ends the renders that it has and takes no more.',
  'worker-resumed': 'The worker takes renders again.',
  'queue-resumed': 'The queue is working again.',
};

/** Returns the sentence of a `done`; undefined for an unknown one. */
export const getDoneText = (done: string | undefined): string | undefined => findDone(texts, done);
