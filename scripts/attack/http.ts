import type { Socket } from 'node:net';
import { sleep } from '../chaos/clock.ts';
import { openSocket, send, sendRaw } from './send.ts';
import { createTally, note, type Tally } from './tally.ts';
import { type Target, visualize } from './target.ts';

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const post = (headers: string, body: string) =>
  `POST /api/events HTTP/1.1\r\nHost: a\r\n${headers}\r\n${body}`;
const smuggled = get('/healthz');

/** Forms that two HTTP parsers may read differently. At most one response may come back, and it refuses. */
const ambiguous: Record<string, string> = {
  'length and chunked': post('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${smuggled}`),
  'two lengths': post('Content-Length: 0\r\nContent-Length: 50\r\n', smuggled),
  'a length with a sign': post('Content-Length: +5\r\n', smuggled),
  'a length as a list': post('Content-Length: 5, 5\r\n', smuggled),
  'chunked twice': post(
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n',
    `0\r\n\r\n${smuggled}`,
  ),
  'another coding': post('Transfer-Encoding: gzip, chunked\r\n', `0\r\n\r\n${smuggled}`),
  'a coding with a tab': post('Transfer-Encoding:\tx\r\n', `0\r\n\r\n${smuggled}`),
  'a space before the colon': post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${smuggled}`),
  'a folded header': get('/healthz', 'X: 1\r\n Transfer-Encoding: chunked\r\n') + smuggled,
  'line feeds only': 'GET /healthz HTTP/1.1\nHost: a\n\n',
  'NUL in a header': get('/healthz', 'X: a\0b\r\n') + smuggled,
  'a chunk extension': post('Transfer-Encoding: chunked\r\n', `0;a=${'b'.repeat(20_000)}\r\n\r\n${smuggled}`),
  'a chunk of a strange size': post('Transfer-Encoding: chunked\r\n', `0x5\r\nhello\r\n0\r\n\r\n${smuggled}`),
  'two hosts': 'GET /credits HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'HTTP/0.9': 'GET /healthz\r\n\r\n',
  'HTTP/2 without TLS': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a header of 100 KB': get('/healthz', `X: ${'a'.repeat(100_000)}\r\n`),
  '1,000 long headers': get('/healthz', `X: ${'a'.repeat(30)}\r\n`.repeat(1_000)),
  'a path of 100 KB': get(`/${'a'.repeat(100_000)}`),
  'a broken escape': get('/visualize/%ff', 'Authorization: Bearer x\r\n'),
};

/** Raw connections: smuggling, floods, and connections that wait. */
export async function attackHttp(target: Target): Promise<Tally> {
  const tally = createTally('http');
  for (const [name, bytes] of Object.entries(ambiguous)) {
    await target.turns.launch(() => sendAmbiguous(target, tally, name, bytes));
  }
  await target.turns.settle();
  for (const [name, attack] of Object.entries(floods)) {
    tally.sent += await attack(target);
    tally.responses[name] = (tally.responses[name] ?? 0) + 1;
    if ((await send(`${target.url()}/healthz`)).status !== 200) note(tally, `no response after ${name}`);
  }
  return tally;
}

async function sendAmbiguous(target: Target, tally: Tally, name: string, bytes: string): Promise<void> {
  const text = await sendRaw(target.url(), bytes, 1_500);
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status!);
  tally.sent += 1;
  const shown = statuses[0] ?? 'none';
  tally.responses[shown] = (tally.responses[shown] ?? 0) + 1;
  const wrong = statuses.filter((status) => !/^4(?!04)/.test(status));
  if (wrong.length > 0 || statuses.length > 1) note(tally, `${name}: ${statuses.join(', ')}`);
}

/** Requests on one connection. */
const pipelined = 1_000;

/** Sends requests at once on each connection, reads no response, and resets the connection; returns their number. */
async function pipeline(target: Target, connections: number, request: string, ms: number): Promise<number> {
  const requests = request.repeat(pipelined);
  const flood = async () => {
    await target.turns.attack(pipelined);
    const socket = await openSocket(target.url());
    socket.pause().write(requests);
    await sleep(ms);
    socket.resetAndDestroy();
  };
  await Promise.all(Array.from({ length: connections }, flood));
  return connections * pipelined;
}

/** Each returns the number of requests or connections that it made; all of them end with their connections. */
const floods: Record<string, (target: Target) => Promise<number>> = {
  /** Ended the API with 20 MB once: responses behind a dead socket were kept. */
  'pipelined probes': async (target) => {
    const paths = ['/healthz', '/nope', '/credits', '/metrics', '/readyz'];
    let sent = 0;
    for (const path of paths) sent += await pipeline(target, 12, get(path), 100);
    return sent;
  },
  /** Left files open for good. */
  'pipelined images': async (target) => {
    const { victim } = target;
    const image = get(`/visualize/${victim.renderId}/image`, `Authorization: Bearer ${victim.key}\r\n`);
    return await pipeline(target, 30, image, 500);
  },
  'connections that send nothing': (target) => hold(target, 500, ''),
  'headers that do not end': (target) => hold(target, 200, 'GET / HTTP/1.1\r\nHost: a\r\nX: '),
  'bodies that do not end': (target) => hold(target, 200, post('Content-Length: 9999\r\n', '{')),
  'bodies that wait for 100 Continue': (target) =>
    hold(target, 100, post('Content-Length: 99999999\r\nExpect: 100-continue\r\n', '')),
  'bodies that are larger than they may be': async (target) => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const sockets = await open(target, 8, (socket) => {
      socket.resume().write(post('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n', ''));
      const more = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', more);
      more();
    });
    await sleep(2_000);
    for (const socket of sockets) socket.destroy();
    return sockets.length;
  },
  'event streams': async (target) => {
    const { model } = target.cluster;
    model.latencyMs = 2_500; // so that the render is open as long as its streams
    const [attacker] = target.attackers as [Target['bystander']];
    // A render that is open as long as the streams: its product is not in any queue that is served at once.
    const accepted = await visualize(target, attacker, JSON.stringify(target.validBody));
    const id = accepted.headers.get('x-render-id') ?? 'none';
    const stream = get(`/visualize/${id}/events`, `Authorization: Bearer ${attacker.key}\r\n`);
    const sockets = await open(target, 300, (socket) => socket.resume().write(stream));
    await sleep(1_000);
    for (const socket of sockets) socket.destroy();
    model.latencyMs = 0;
    return sockets.length;
  },
};

async function open(target: Target, count: number, use: (socket: Socket) => unknown): Promise<Socket[]> {
  await target.turns.attack(count);
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = await openSocket(target.url());
    use(socket);
    sockets.push(socket);
  }
  return sockets;
}

async function hold(target: Target, count: number, bytes: string): Promise<number> {
  const sockets = await open(target, count, (socket) => socket.resume().write(bytes));
  await sleep(1_500);
  for (const socket of sockets) socket.destroy();
  return sockets.length;
}
