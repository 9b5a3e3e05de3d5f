import { useEffect, useState } from 'preact/hooks';
import type { Status } from './status.ts';
import './live-status.css';

/** Time to read a sentence twice. */
const shownForMs = 6000;

/** The page's only `role=status`. */
export function LiveStatus({ status }: { status: Status }) {
  const [message, setMessage] = useState({ text: '', visible: false });
  useEffect(() => status.subscribe(setMessage), [status]);
  useEffect(() => {
    if (!message.visible) return;
    const timer = setTimeout(() => setMessage({ text: '', visible: false }), shownForMs);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div role="status" class={message.visible ? 'toast' : 'unseen'}>
      {message.text}
    </div>
  );
}
