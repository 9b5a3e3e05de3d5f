import { fileURLToPath } from 'node:url';
import { startNode, waitForMessage } from '../../processes/child.ts';

/** `silent` accepts a call and never responds; `failing` responds with 500. */
export type DestinationMode = 'well' | 'silent' | 'failing';

export type DestinationMessage =
  | { type: 'mode'; index: number; mode: DestinationMode }
  | { type: 'await'; events: number }
  | { type: 'take' };

export interface Arrivals {
  type: 'arrivals';
  /** Time of each event's first arrival, epoch ms, by its `Idempotency-Key`. */
  firstAt: [id: string, at: number][];
  /** All calls, retries included. */
  calls: number;
}

export interface BenchDestinations {
  pid: number;
  ports: number[];
  setMode(index: number, mode: DestinationMode): void;
  /** Resolves when that many different events have arrived at healthy destinations since the last `take`. */
  reach(events: number, deadlineMs: number): Promise<void>;
  /** Returns the events that arrived since the last call. */
  take(): Promise<Arrivals>;
  close(): Promise<void>;
}

const entry = fileURLToPath(new URL('./destinations-process.ts', import.meta.url));
const readyMs = 30_000;
const askMs = 30_000;

/** Starts that many endpoints in a process of their own. */
export async function startDestinations(count: number): Promise<BenchDestinations> {
  const child = startNode(entry, [], { env: { ...process.env, DESTINATIONS: String(count) } });
  const { ports } = await waitForMessage<{ type: 'ready'; ports: number[] }>(child, 'ready', readyMs);
  const tell = (message: DestinationMessage) => void child.process.send(message);
  return {
    pid: child.pid,
    ports,
    setMode: (index, mode) => tell({ type: 'mode', index, mode }),
    reach: async (events, deadlineMs) => {
      const reached = waitForMessage(child, 'reached', deadlineMs);
      tell({ type: 'await', events });
      await reached;
    },
    take: async () => {
      const arrivals = waitForMessage<Arrivals>(child, 'arrivals', askMs);
      tell({ type: 'take' });
      return arrivals;
    },
    close: () => child.close(3000),
  };
}
