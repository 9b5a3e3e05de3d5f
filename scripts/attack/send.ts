import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Agent, request } from 'undici';
import type { Response } from './tally.ts';

/** Attacks use many connections of their own. */
const makeAgent = () => new Agent({ connections: 64, headersTimeout: 60_000, bodyTimeout: 60_000 });
let agent = makeAgent();

export interface Call {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Without it, the request has no API key. */
  key?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends one request. A connection that ends without a response has the status 0. */
export async function send(
  url: string,
  { method = 'GET', key, headers, body }: Call = {},
): Promise<Response> {
  const since = performance.now();
  const elapsed = () => performance.now() - since;
  try {
    const response = await request(url, {
      dispatcher: agent,
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const seen = new Headers(
      Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const text = await response.body.text();
    return { status: response.statusCode, body: text, headers: seen, ms: elapsed() };
  } catch {
    return { status: 0, body: '', headers: new Headers(), ms: elapsed() };
  }
}

/** Ends the connections of `send`; the next call opens new ones. */
export async function closeConnections(): Promise<void> {
  const used = agent;
  agent = makeAgent();
  await used.destroy();
}

/** Opens a connection that never throws. */
export async function openSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
  return socket;
}

/** Writes bytes on a connection of its own, and returns the bytes received until it ended or `ms` had passed. */
export async function sendRaw(url: string, bytes: string | Buffer, ms = 3_000): Promise<string> {
  const socket = await openSocket(url);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  const timer = setTimeout(() => socket.destroy(), ms);
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  clearTimeout(timer);
  return text;
}
