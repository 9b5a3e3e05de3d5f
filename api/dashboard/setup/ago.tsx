import { hourMs, minuteMs } from '../../../shared/time.ts';
import { Time } from '../../web/design/components/time.tsx';

/** A time in words: relative within an hour, else `on 22 Nov, 14:05:09`. */
export function Ago({ at, now = Date.now() }: { at: Date; now?: number }) {
  const ago = now - at.getTime();
  if (ago < minuteMs) return <>just now</>;
  if (ago >= hourMs)
    return (
      <>
        on <Time at={at} />
      </>
    );
  const minutes = Math.floor(ago / minuteMs);
  return <>{minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`}</>;
}
