import { useEffect, useRef } from 'preact/hooks';
import type { Status } from '../../ui/status.ts';

/** More often, and a screen reader would never fall silent. */
const leastPauseMs = 15_000;

/** Says a text that changes all the time: at most every 15 s. */
export function useSpoken(status: Status, text: string, nowMs: number): void {
  const last = useRef({ text: '', at: 0 });
  useEffect(() => {
    if (text === last.current.text || nowMs - last.current.at < leastPauseMs) return;
    last.current = { text, at: nowMs };
    status.say(text);
  }, [status, text, nowMs]);
}
