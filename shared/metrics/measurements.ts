import { channel } from 'node:diagnostics_channel';
import type { Settlement } from '../renders/settlements.ts';
import type { TerminalState } from '../renders/states.ts';

/** A kind of event that metrics count. Publishing one costs nothing while no metrics of this process listen. */
export interface Measurement<Message extends object> {
  publish(message: Message): void;
  /** Returns a function that removes the listener. */
  listen(listener: (message: Message) => void): () => void;
}

/** This process ended a render. `provider` is the one whose image it delivered. */
export const renderEnded = measurement<{ state: TerminalState; provider?: string | undefined }>(
  'render-ended',
);

/** This process wrote the ledger entry that settles a hold of one credit; `unchargedStart`: as one of its account. */
export const holdSettled = measurement<{ outcome: Settlement; unchargedStart: boolean }>('hold-settled');

/** Limits that a request can exceed: rates, caps and concurrency (429), the queue and the disk (503). */
export type RequestLimit =
  | 'rate'
  | 'uncharged'
  | 'concurrency'
  | 'events'
  | 'reads'
  | 'streams'
  | 'catalog'
  | 'store-guesses'
  | 'try-on'
  | 'cap'
  | 'store-cap'
  | 'disk'
  | 'queue';

/** A limit rejected a request. */
export const requestLimited = measurement<{ limit: RequestLimit }>('request-limited');

/** Renders end, and holds are settled, in many places; a channel keeps metrics out of their arguments. */
function measurement<Message extends object>(name: string): Measurement<Message> {
  const messages = channel(`render-platform:${name}`);
  return {
    publish: (message) => messages.publish(message),
    listen(listener) {
      const subscriber = (message: unknown) => listener(message as Message);
      messages.subscribe(subscriber);
      return () => messages.unsubscribe(subscriber);
    },
  };
}
