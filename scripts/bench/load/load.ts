import { fileURLToPath } from 'node:url';
import { startNode, waitForMessage } from '../../processes/child.ts';
import type { LoadOrder } from './calls.ts';
import type { ClientMessage, HoldResult, LoadResult } from './client.ts';

const readyMs = 30_000;
const runMs = 600_000;
const entry = fileURLToPath(new URL('./client.ts', import.meta.url));

export interface HeldCalls {
  /** Resolves when every call has ended. */
  ended: Promise<HoldResult>;
  /** Allows that many more calls to start. */
  allow(calls: number): void;
  /** Closes every connection that still waits. */
  release(): Promise<HoldResult>;
}

export interface LoadClient {
  run(order: LoadOrder): Promise<LoadResult>;
  hold(order: LoadOrder): HeldCalls;
  close(): Promise<void>;
}

/** Starts the callers, in a process of their own. */
export async function startLoadClient(): Promise<LoadClient> {
  const child = startNode(entry, []);
  await waitForMessage(child, 'ready', readyMs);
  const send = (message: ClientMessage) => void child.process.send(message);
  return {
    run: (order) => {
      const result = waitForMessage<LoadResult>(child, 'loaded', runMs);
      send({ type: 'load', order });
      return result;
    },
    hold: (order) => {
      const ended = waitForMessage<HoldResult>(child, 'held', runMs);
      send({ type: 'hold', order });
      const release = () => {
        send({ type: 'release' });
        return ended;
      };
      return { ended, release, allow: (calls) => send({ type: 'allow', calls }) };
    },
    close: () => child.close(3000),
  };
}
