import { useEffect } from 'preact/hooks';
import { useApp } from '../ui/app-context.ts';
import './live-status.css';

/** Time to read a sentence twice. */
const shownForMs = 6000;

/** The page's only `role=status`. */
export function LiveStatus() {
  const { state, dispatch } = useApp();
  const { message } = state;
  useEffect(() => {
    if (!message?.isShown) return;
    const timer = setTimeout(() => dispatch({ type: 'message-changed', message: null }), shownForMs);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div
      role="status"
      class={message?.isShown ? 'toast' : 'unseen'}
      style={message?.isShown ? { insetBlockEnd: `${measureBar() + 12}px` } : {}}
    >
      {message?.text}
    </div>
  );
}

/** Height of the bar at the lower edge, which a toast does not cover; CSS pixels. */
function measureBar(): number {
  const bar = document.querySelector('.action-bar')?.getBoundingClientRect();
  return bar && bar.bottom >= innerHeight - 1 ? innerHeight - bar.top : 0;
}
