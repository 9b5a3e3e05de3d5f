import { Pool } from 'undici';

/** One run of callers against `POST /visualize`. */
export interface LoadOrder {
  url: string;
  bodyFile: string;
  /** Caller n uses key n modulo their number. */
  keys: string[];
  callers: number;
  requests: number;
}

export interface LoadCallOutcome {
  status: number;
  /** The response's first characters when it was rejected. */
  problem?: string;
}

/**
 * Opens a connection for each caller before the clock starts: Node accepts one for each turn of its event
 * loop, which is not what is measured.
 */
export async function openWarm({ url, callers }: Pick<LoadOrder, 'url' | 'callers'>): Promise<Pool> {
  const pool = new Pool(url, { connections: callers, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const hello = async () => {
    const response = await pool.request({ method: 'GET', path: '/healthz' });
    await response.body.dump();
  };
  await Promise.all(Array.from({ length: callers }, hello));
  return pool;
}

/** One call to the last byte of its response, which is discarded. */
export async function visualize(
  pool: Pool,
  key: string,
  body: Buffer,
  signal?: AbortSignal,
): Promise<LoadCallOutcome> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const abort = signal ? { signal } : {};
  const response = await pool.request({ method: 'POST', path: '/visualize', headers, body, ...abort });
  if (response.statusCode !== 200) {
    return { status: response.statusCode, problem: (await response.body.text()).slice(0, 160) };
  }
  for await (const _piece of response.body);
  return { status: 200 };
}
