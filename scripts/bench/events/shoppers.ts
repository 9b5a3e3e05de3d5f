import { fileURLToPath } from 'node:url';
import { startNode, waitForMessage } from '../../processes/child.ts';

/** A store that shoppers report to, and the page they are on. */
export interface ShopWindow {
  slug: string;
  origin: string;
}

/** Events one after the other, round by round through the windows; event n has the id `{run}-{n}`. */
export interface ShopperOrder {
  url: string;
  run: string;
  windows: ShopWindow[];
  events: number;
}

export type ShopperMessage =
  | { type: 'closed'; order: ShopperOrder; callers: number }
  | { type: 'paced'; order: ShopperOrder; perSecond: number };

export interface ShopperResult {
  type: 'reported';
  /** From the first request to the last response. */
  ms: number;
  /** Of each event, epoch ms. */
  sentAt: number[];
  respondedAt: number[];
  /** `status: start of the body` → how often; empty when all were accepted. */
  failures: Record<string, number>;
}

export interface Shoppers {
  pid: number;
  /** A closed loop: each caller reports its next event after its last response. */
  closed(order: ShopperOrder, callers: number): Promise<ShopperResult>;
  /** An open loop: events are sent at their time, whatever happened to earlier ones. */
  paced(order: ShopperOrder, perSecond: number): Promise<ShopperResult>;
  close(): Promise<void>;
}

const entry = fileURLToPath(new URL('./shoppers-process.ts', import.meta.url));
const readyMs = 30_000;
const runMs = 300_000;

/** Starts the callers, in a process of their own. @throws Error when an event was not accepted. */
export async function startShoppers(): Promise<Shoppers> {
  const child = startNode(entry, []);
  await waitForMessage(child, 'ready', readyMs);
  const run = async (message: ShopperMessage) => {
    const reported = waitForMessage<ShopperResult>(child, 'reported', runMs);
    child.process.send(message);
    const result = await reported;
    const [refused] = Object.entries(result.failures);
    if (refused) throw new Error(`${refused[1]} of ${message.order.events} events heard ${refused[0]}`);
    return result;
  };
  return {
    pid: child.pid,
    closed: (order, callers) => run({ type: 'closed', order, callers }),
    paced: (order, perSecond) => run({ type: 'paced', order, perSecond }),
    close: () => child.close(3000),
  };
}
