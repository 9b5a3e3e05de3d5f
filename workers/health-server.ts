import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pTimeout from 'p-timeout';
import type { Registry } from 'prom-client';
import { ConfigError } from '../shared/config/load.ts';
import type { Logger } from '../shared/log.ts';
import { evaluateWorkerHealth, type WorkerFacts } from './health.ts';

export interface HealthSources extends Pick<WorkerFacts, 'concurrency' | 'idleLimitMs'> {
  lastActivity: () => number;
  active: () => number;
  stopping: () => boolean;
  /** Rejects when the backend does not respond. */
  pingRedis: () => Promise<unknown>;
  pingMongo: () => Promise<unknown>;
  probeBlobs: () => Promise<unknown>;
  started: () => boolean;
  clockOk: () => boolean;
  waiting: () => Promise<number>;
}

export interface HealthServerOptions {
  host: string;
  /** 0: a free one. */
  port: number;
  registry: Registry;
  sources: HealthSources;
  log: Logger;
}

const probeMs = 1_000;

/** `/healthz`, `/readyz` and `/metrics` of a worker process, for its supervisor and Prometheus. */
export async function startHealthServer(
  options: HealthServerOptions,
): Promise<{ port: number; close(): Promise<void> }> {
  const { registry, sources, log } = options;
  const routes: Record<string, (res: ServerResponse) => Promise<void>> = {
    '/healthz': async (res) => sendHealth(res, await readHealth(sources), 'alive'),
    '/readyz': async (res) => sendHealth(res, await readHealth(sources), 'ready'),
    '/metrics': async (res) => send(res, 200, registry.contentType, await registry.metrics()),
  };
  const server = createServer((req, res) => {
    const path = (req.url ?? '').split('?')[0]!;
    const route = Object.hasOwn(routes, path) && req.method === 'GET' ? routes[path] : undefined;
    if (!route) return send(res, 404, 'application/json', '{"error":"Not found"}');
    route(res).catch((error: unknown) => {
      log.warn({ err: error, path }, 'health request failed');
      res.destroy();
    });
  });
  await listen(server, options);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: (server.address() as AddressInfo).port, close };
}

async function listen(server: Server, { host, port }: HealthServerOptions): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ConfigError(`Port ${port} is taken; stop what uses it or set WORKER_PORT to another one.`);
  });
}

async function readHealth(sources: HealthSources) {
  const responds = (work: Promise<unknown>) =>
    pTimeout(work, { milliseconds: probeMs }).then(
      () => true,
      () => false,
    );
  const [redisOk, mongoOk, blobsOk, waiting] = await Promise.all([
    responds(sources.pingRedis()),
    responds(sources.pingMongo()),
    responds(sources.probeBlobs()),
    pTimeout(sources.waiting(), { milliseconds: probeMs }).catch(() => undefined),
  ]);
  return evaluateWorkerHealth({
    nowMs: Date.now(),
    lastActivityMs: sources.lastActivity(),
    active: sources.active(),
    stopping: sources.stopping(),
    concurrency: sources.concurrency,
    idleLimitMs: sources.idleLimitMs,
    redisOk,
    mongoOk,
    blobsOk,
    started: sources.started(),
    clockOk: sources.clockOk(),
    ...(waiting !== undefined && { waiting }),
  });
}

type Health = Awaited<ReturnType<typeof readHealth>>;

function sendHealth(res: ServerResponse, health: Health, wanted: 'alive' | 'ready'): void {
  send(res, health[wanted] ? 200 : 503, 'application/json', JSON.stringify(health));
}

function send(res: ServerResponse, status: number, type: string, body: string): void {
  res.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
