import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createScenePainter, flatPng } from './cog-server-image.ts';
import {
  type CogMode,
  type CogResponse,
  cogModes,
  healthResponses,
  predictionResponses,
  readyResponse,
} from './cog-server-modes.ts';

export interface CogServerOptions {
  port?: number;
  host?: string;
  mode?: CogMode;
  /** Milliseconds a prediction takes. */
  latencyMs?: number;
  /** Predictions at once; one more gets 409 as Cog does. */
  slots?: number;
}

export interface CogServer {
  url: string;
  /** `host:port`, as in `OUTBOUND_ALLOW`. */
  hostPort: string;
  mode: CogMode;
  latencyMs: number;
  /** No prediction ends before this does. */
  held?: Promise<void>;
  /** Requests received, newest last; at most 100. */
  predictions: { id: string; headers: IncomingMessage['headers']; input: CogServerInput }[];
  cancelled: string[];
  close(): Promise<void>;
}

export interface CogServerInput {
  scene: string;
  images: string[];
  prompt: string;
  products: { title?: string; dimensions?: object; images: number[] }[];
}

interface State {
  server: CogServer;
  slots: number;
  running: Set<string>;
  paint: ReturnType<typeof createScenePainter>;
}

/**
 * Starts on loopback a server that speaks the Cog HTTP API (replicate/cog docs/http.md) without a model behind
 * it, for tests and the bench. It responds at once with the scene and a box painted into it, or misbehaves in one
 * of the ways of `cogModes`; `mode`, `latencyMs` and `held` may be changed while it runs.
 */
export async function startCogServer(options: CogServerOptions = {}): Promise<CogServer> {
  const state = { slots: options.slots ?? 64, running: new Set<string>(), paint: createScenePainter() };
  const http = createServer((req, res) => {
    route({ ...state, server }, req, res).catch((error: unknown) => res.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject).listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  const { address, port } = http.address() as AddressInfo;
  const server: CogServer = {
    url: `http://${address}:${port}`,
    hostPort: `${address}:${port}`,
    mode: options.mode ?? 'ok',
    latencyMs: options.latencyMs ?? 0,
    predictions: [],
    cancelled: [],
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}

async function route(state: State, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const [, root, id, action] = (req.url ?? '').split('/');
  const { mode } = state.server;
  if (req.method === 'GET' && root === 'health-check') {
    return send(res, healthResponses[mode] ?? readyResponse);
  }
  if (req.method === 'POST' && action === 'cancel') return cancel(state, decodeURIComponent(id!), res);
  if (req.method === 'GET' && root === 'output') {
    const scene = state.server.predictions.at(-1)?.input.scene;
    res.setHeader('content-type', 'image/png').end(scene && (await state.paint(scene)));
    return;
  }
  const unserved = root !== 'predictions' || (mode === 'post-only' && req.method !== 'POST');
  if (unserved) return send(res, { status: 404, body: { detail: 'Not Found' } });
  return predict(state, id ?? `prediction-${Date.now()}`, req, res);
}

function cancel({ running, server }: State, id: string, res: ServerResponse): void {
  server.cancelled.push(id);
  send(res, { status: running.delete(id) ? 200 : 404, body: {} });
}

async function predict(
  state: State,
  pathId: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { server, running } = state;
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const { id = pathId, input } = JSON.parse(Buffer.concat(chunks).toString()) as Partial<{ id: string }> & {
    input: CogServerInput;
  };
  server.predictions.push({ id, headers: req.headers, input });
  if (server.predictions.length > 100) server.predictions.shift();
  if (running.size >= state.slots) return send(res, predictionResponses['slots-taken']!);
  running.add(id);
  // Cog ends a synchronous prediction when its connection closes.
  res.on('close', () => running.delete(id));
  if (server.latencyMs > 0) await sleep(server.latencyMs);
  await server.held;
  if (server.mode === 'hang') return;
  if (server.mode === 'cut') return void res.destroy();
  const response = predictionResponses[server.mode] ?? (await succeeded(state, id, input));
  running.delete(id);
  send(res, response);
}

async function succeeded({ server, paint }: State, id: string, input: CogServerInput): Promise<CogResponse> {
  const metrics = JSON.stringify({ predict_time: server.latencyMs / 1000 });
  const opening = `{"id":${JSON.stringify(id)},"status":"succeeded","metrics":${metrics},"output":`;
  const output = await outputJson(server.mode, () => paint(input.scene));
  return { status: 200, body: [Buffer.from(opening), ...output, Buffer.from('}')] };
}

/** Returns the JSON of `output` in pieces, so that a large image is not copied for each response. */
async function outputJson(mode: CogMode, paintScene: () => Promise<Buffer>): Promise<Buffer[]> {
  if (mode === 'output-url') return [Buffer.from('"/output/1.png"')];
  if (mode === 'wrong-aspect') return [pngJson(await flatPng(400, 40))];
  if (mode === 'huge') return [pngJson(Buffer.alloc(40 * 1024 * 1024))];
  const image = pngJson(await paintScene());
  return mode === 'output-list' ? [Buffer.from('['), image, Buffer.from(']')] : [image];
}

const encoded = new WeakMap<Buffer, Buffer>();

function pngJson(png: Buffer): Buffer {
  const known = encoded.get(png);
  if (known) return known;
  const json = Buffer.from(`"data:image/png;base64,${png.toString('base64')}"`, 'latin1');
  encoded.set(png, json);
  return json;
}

function send(res: ServerResponse, { status, body, headers }: CogResponse): void {
  const pieces = Array.isArray(body)
    ? body
    : [Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))];
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  res.writeHead(status, {
    'content-type': 'application/json',
    'content-length': length,
    ...headers,
  });
  for (const piece of pieces) res.write(piece);
  res.end();
}

/** `tsx scripts/bench/cog-server.ts --port 5000 --mode ok --latency 0`: runs until it is stopped. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '5000' },
      mode: { type: 'string', default: 'ok' },
      latency: { type: 'string', default: '0' },
      slots: { type: 'string', default: '64' },
    },
  });
  const mode = cogModes.find((name) => name === values.mode);
  if (!mode) throw new Error(`--mode is one of ${cogModes.join(', ')}.`);
  const server = await startCogServer({
    port: Number(values.port),
    mode,
    latencyMs: Number(values.latency),
    slots: Number(values.slots),
  });
  console.log(`Cog server: ${server.url}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) void main();
