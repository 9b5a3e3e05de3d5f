import type { ServerContext } from '@modelcontextprotocol/server';

export interface Progress {
  /** Sends a text when it is new, else only remembers `share`, that of the work done, 0 to 1. */
  say(message: string, share?: number): void;
  /** Sends nothing more; idempotent. */
  close(): void;
}

/** Clients that extend their time-outs by progress wait 60 s by default; proxies close silent connections earlier. */
const intervalMs = 10_000;

/** Of what is missing to 1, so much is added at least: each notification of MCP must report more than the one before. */
const step = 0.02;

/** As clients show it: enough digits that it still grows after an hour, and none of binary arithmetic. */
const toShown = (progress: number) => Number(progress.toFixed(9));

/** Reports the progress of one call, at least every 10 s; a client that sent no progress token receives none. */
export function openProgress({ mcpReq }: ServerContext): Progress {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { say: () => undefined, close: () => undefined };
  let message = '';
  let progress = 0;
  let known = 0;
  let closed = false;

  const send = () => {
    progress = Math.max(progress + (1 - progress) * step, Math.min(known, 1 - step));
    const params = { progressToken, progress: toShown(progress), total: 1, message };
    // The stream may have closed: whoever waits for the render learns it from the signal of the call.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const timer = setInterval(send, intervalMs);

  return {
    say: (next, share = 0) => {
      known = Math.max(known, share);
      if (closed || next === message) return;
      message = next;
      timer.refresh();
      send();
    },
    close: () => {
      closed = true;
      clearInterval(timer);
    },
  };
}
