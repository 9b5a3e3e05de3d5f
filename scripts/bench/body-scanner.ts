/**
 * Longest event-loop stall, time and memory while large bodies come in: `tsx scripts/bench/body-scanner.ts`.
 * Each variant runs in a process of its own; the client sends from another, so that its work stalls nothing here.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { readBody } from '../../api/http/body-scanner/read-body.ts';
import { discardBody } from '../../api/http/body-scanner/scan-json-body.ts';

const variants = ['discard', 'express.json', 'scanner'] as const;
type Variant = (typeof variants)[number];
const loads = [
  { title: '1 × 11 MB', callers: 1, images: 1 },
  { title: '8 × 11 MB', callers: 8, images: 1 },
  { title: '1 × 56 MB', callers: 1, images: 5 },
];
const rounds = 3;
const imageBytes = 8 * 1024 * 1024;

const [role, ...args] = process.argv.slice(2);
if (role === 'server') await serve(args[0] as Variant);
else if (role === 'client') await send(Number(args[0]), Number(args[1]), Number(args[2]));
else await measureAll();

async function measureAll(): Promise<void> {
  console.log('| Bodies | Variant | longest stall ms | total ms | peak RSS MB |\n|---|---|---|---|---|');
  for (const { title, callers, images } of loads) {
    for (const variant of variants) {
      const stalls: number[] = [];
      const totals: number[] = [];
      let rss = 0;
      for (let round = 0; round < rounds; round++) {
        const figures = await measure(variant, callers, images);
        stalls.push(figures.stallMs);
        totals.push(figures.totalMs);
        rss = Math.max(rss, figures.rssMb);
      }
      console.log(`| ${title} | ${variant} | ${range(stalls)} | ${range(totals)} | ${Math.round(rss)} |`);
    }
  }
}

interface Figures {
  stallMs: number;
  totalMs: number;
  rssMb: number;
}

async function measure(variant: Variant, callers: number, images: number): Promise<Figures> {
  const server = child('server', variant);
  const [port] = (await once(server, 'message')) as [number];
  // A small body first, so that scanning is measured without compilation.
  await finished(child('client', String(port), '1', '0'));
  server.send('reset');
  const client = child('client', String(port), String(callers), String(images));
  const [totalMs] = (await once(client, 'message')) as [number];
  await finished(client);
  server.send('report');
  const [report] = (await once(server, 'message')) as [{ stallMs: number; rssMb: number }];
  server.disconnect();
  await finished(server);
  return { ...report, totalMs };
}

function child(...argv: string[]): ChildProcess {
  return fork(fileURLToPath(import.meta.url), argv, { execArgv: ['--import', 'tsx'] });
}

async function finished(process: ChildProcess): Promise<void> {
  if (process.exitCode === null) await once(process, 'exit');
}

function range(values: number[]): string {
  return `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;
}

async function serve(variant: Variant): Promise<void> {
  const spoolDir = await mkdtemp(join(tmpdir(), 'bench-body-'));
  const server = createServer(
    variant === 'express.json'
      ? expressJson()
      : async (req, res) => {
          if (variant === 'discard') await once(req.resume(), 'end');
          else await discardBody(await readBody(req, scanOptions(spoolDir)));
          res.end('ok');
        },
  );
  let stallMs = 0;
  let rssMb = 0;
  let last = performance.now();
  const probe = setInterval(() => {
    stallMs = Math.max(stallMs, performance.now() - last - 1);
    rssMb = Math.max(rssMb, process.memoryUsage.rss() / 1e6);
    last = performance.now();
  }, 1);
  process.on('message', (message) => {
    if (message === 'report') process.send?.({ stallMs, rssMb });
    stallMs = 0;
    last = performance.now();
  });
  process.on('disconnect', async () => {
    clearInterval(probe);
    server.close();
    server.closeAllConnections();
    await rm(spoolDir, { recursive: true, force: true });
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

function expressJson(): express.Express {
  const app = express();
  app.use(express.json({ limit: '64mb' }));
  app.post('/', (_req, res) => void res.end('ok'));
  return app;
}

function scanOptions(spoolDir: string) {
  return {
    spoolDir,
    maxBodyBytes: 64 * 1024 * 1024,
    maxSkeletonBytes: 256 * 1024,
    maxSpilledBytes: imageBytes,
    imagePath: /^/,
    token: randomBytes(16).toString('hex'),
    idleTimeoutMs: 30_000,
    totalTimeoutMs: 60_000,
  };
}

async function send(port: number, callers: number, images: number): Promise<void> {
  const image = `data:image/png;base64,${randomBytes(images === 0 ? 50_000 : imageBytes).toString('base64')}`;
  const body = Buffer.from(
    JSON.stringify({ sceneImage: image, products: [{ images: Array(Math.max(0, images - 1)).fill(image) }] }),
  );
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: callers }, () => post(port, body)));
  process.send?.(performance.now() - startedAt);
  process.disconnect();
}

async function post(port: number, body: Buffer): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const req = request({ host: '127.0.0.1', port, method: 'POST', headers, agent: false });
  req.end(body);
  const [res] = (await once(req, 'response')) as [import('node:http').IncomingMessage];
  if (res.statusCode !== 200) throw new Error(`answered ${res.statusCode}`);
  await once(res.resume(), 'end');
}
