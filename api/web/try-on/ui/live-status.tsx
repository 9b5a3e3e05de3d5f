import { useEffect, useState } from 'preact/hooks';
import { useApp } from './app-context.ts';
import './live-status.css';

/** Time to read a sentence twice. */
const shownForMs = 6000;

interface Props {
  /** Says what comes while the sheet is open: the page below it is inert, and so is its status. */
  isInSheet?: boolean;
}

/** The `role=status` of the page, and that of the open sheet. */
export function LiveStatus({ isInSheet = false }: Props) {
  const { state, dispatch } = useApp();
  const [before] = useState(isInSheet ? state.message : null);
  const message = state.message === before ? null : state.message;
  useEffect(() => {
    if (!message?.isShown) return;
    const timer = setTimeout(() => dispatch({ type: 'message-changed', message: null }), shownForMs);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div
      role="status"
      class={message?.isShown ? 'toast' : 'unseen'}
      style={message?.isShown && !isInSheet ? { insetBlockEnd: `${measureBar() + 12}px` } : {}}
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
