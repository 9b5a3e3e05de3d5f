/** What the page's one live region says. */
interface StatusMessage {
  text: string;
  /** Also shown, at the lower edge, until it has been read. */
  visible: boolean;
}

/** Speaks to people who do not see the page, and shows short confirmations to those who do. */
export interface Status {
  say(text: string): void;
  toast(text: string): void;
  subscribe(listener: (message: StatusMessage) => void): () => void;
}

export function createStatus(): Status {
  const listeners = new Set<(message: StatusMessage) => void>();
  const send = (message: StatusMessage) => {
    for (const listener of listeners) listener(message);
  };
  return {
    say: (text) => send({ text, visible: false }),
    toast: (text) => send({ text, visible: true }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
