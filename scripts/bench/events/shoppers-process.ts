import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { clock } from './clock.ts';
import type { ShopperMessage, ShopperOrder, ShopperResult } from './shoppers.ts';

/** Connections of an open loop: more than are ever busy at the rates of the bench. */
const openConnections = 64;

/** As the browser reports it; the bare server receives the same bytes. */
function buildBody({ run, windows }: ShopperOrder, index: number): string {
  return JSON.stringify({
    store: windows[index % windows.length]!.slug,
    event: 'Service Try On Started',
    eventId: `${run}-${index}`,
    anonymousId: `0192f3c8-7c1e-7a60-8f6b-${String(index % 5000).padStart(12, '0')}`,
    sessionId: `session-${index % 5000}`,
    timestamp: new Date().toISOString(),
    properties: { productIds: ['41', '42'], variantIds: ['4100', '4200'], selectedItemCount: 2 },
  });
}

function createReport(order: ShopperOrder, pool: Pool) {
  const result: ShopperResult = { type: 'reported', ms: 0, sentAt: [], respondedAt: [], failures: {} };
  const fail = (what: string) => {
    result.failures[what] = (result.failures[what] ?? 0) + 1;
  };
  const send = async (index: number) => {
    const { origin } = order.windows[index % order.windows.length]!;
    const headers = { origin, 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (bench)' };
    result.sentAt[index] = clock();
    const body = buildBody(order, index);
    const response = await pool.request({ method: 'POST', path: '/api/events', headers, body });
    const said = await response.body.text();
    result.respondedAt[index] = clock();
    if (response.statusCode !== 202) fail(`${response.statusCode}: ${said.slice(0, 160)}`);
  };
  return { result, send: (index: number) => send(index).catch((error: Error) => fail(error.message)) };
}

/** Opens a connection for each caller before the clock starts. */
async function openWarm(url: string, connections: number): Promise<Pool> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const hello = async () => (await pool.request({ method: 'GET', path: '/healthz' })).body.dump();
  await Promise.all(Array.from({ length: connections }, hello));
  return pool;
}

async function closed(order: ShopperOrder, callers: number): Promise<ShopperResult> {
  const pool = await openWarm(order.url, callers);
  const { result, send } = createReport(order, pool);
  let next = 0;
  const caller = async () => {
    while (next < order.events) await send(next++);
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: callers }, caller));
  result.ms = performance.now() - startedAt;
  await pool.destroy();
  return result;
}

async function paced(order: ShopperOrder, perSecond: number): Promise<ShopperResult> {
  const pool = await openWarm(order.url, openConnections);
  const { result, send } = createReport(order, pool);
  const under: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < order.events; index++) {
    const dueMs = startedAt + (index * 1000) / perSecond - performance.now();
    if (dueMs > 1) await sleep(dueMs);
    under.push(send(index));
  }
  await Promise.all(under);
  result.ms = performance.now() - startedAt;
  await pool.destroy();
  return result;
}

async function obey(message: ShopperMessage): Promise<void> {
  const { order } = message;
  const run = message.type === 'closed' ? closed(order, message.callers) : paced(order, message.perSecond);
  process.send?.(await run);
}

process.on('message', (message: ShopperMessage) => void obey(message));
// The preloaded guard does not keep the channel open; nothing else keeps this process running.
process.channel?.ref();
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
process.send?.({ type: 'ready', port: 0 });
