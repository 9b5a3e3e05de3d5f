import type { Store } from '../state/store.ts';

/** Speaks to people who do not see the page, and shows short confirmations to those who do. */
export interface Status {
  say(text: string): void;
  toast(text: string): void;
}

export function createStatus({ dispatch }: Pick<Store, 'dispatch'>): Status {
  return {
    say: (text) => dispatch({ type: 'message-changed', message: { text, isShown: false } }),
    toast: (text) => dispatch({ type: 'message-changed', message: { text, isShown: true } }),
  };
}
