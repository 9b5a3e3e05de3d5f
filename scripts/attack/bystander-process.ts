import { sleep } from '../chaos/clock.ts';
import { send } from './send.ts';

/** First message of the parent. */
export interface BystanderOrder {
  url: string;
  /** Of a server that is not attacked. */
  bareUrl: string;
  key: string;
  body: string;
}

/** Sent after each round. */
export interface BystanderRound {
  /** Epoch ms of its beginning and end. */
  from: number;
  to: number;
  /** Milliseconds until the response; absent for a call that failed. */
  render?: number;
  read?: number;
  bare?: number;
}

/** A caller who is in no hurry. */
const pauseMs = 100;

/** A caller who does nothing wrong, in a process of its own: the attacks do not delay its clock. */
async function live({ url, bareUrl, key, body }: BystanderOrder): Promise<never> {
  const time = async (call: Promise<{ status: number }>) => {
    const since = performance.now();
    const { status } = await call;
    return status > 0 && status < 400 ? performance.now() - since : undefined;
  };
  for (;;) {
    const from = Date.now();
    const headers = { prefer: 'respond-async' };
    const render = await time(send(`${url}/visualize`, { method: 'POST', key, headers, body }));
    const read = await time(send(`${url}/credits`, { key }));
    const bare = await time(send(bareUrl));
    process.send?.({
      from,
      to: Date.now(),
      ...(render === undefined ? {} : { render }),
      ...(read === undefined ? {} : { read }),
      ...(bare === undefined ? {} : { bare }),
    } satisfies BystanderRound);
    await sleep(pauseMs);
  }
}

process.once('message', (order) => void live(order as BystanderOrder));
