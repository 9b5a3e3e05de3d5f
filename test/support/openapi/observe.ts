import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { refuseAmbiguous } from '../../../api/http/unambiguous.ts';

/** A response of an application of `buildApp` in this process, with its request. */
export interface Observed {
  method: string;
  /** Path and query. */
  url: string;
  status: number;
  /** Of the response, in lower case. */
  headers: Record<string, string>;
  /** Undefined when it was too large to keep. */
  body: Buffer | undefined;
  requestType: string | undefined;
  requestBody: Buffer | undefined;
}

/** Larger bodies are pictures, whose bytes the document does not describe. */
const maxKept = 256 * 1024;

/** Chunks up to `maxKept` bytes; undefined beyond. */
class KeptBody {
  #chunks: Buffer[] = [];
  #bytes = 0;

  add(chunk: unknown, encoding?: unknown): void {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    const bytes = Buffer.from(
      chunk as string,
      typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8',
    );
    this.#bytes += bytes.length;
    if (this.#bytes <= maxKept) this.#chunks.push(bytes);
  }

  get(): Buffer | undefined {
    return this.#bytes <= maxKept ? Buffer.concat(this.#chunks) : undefined;
  }
}

interface Exchange {
  request: IncomingMessage & { app?: Express; originalUrl?: string };
  response: ServerResponse;
}

const ours = new WeakMap<Express, boolean>();

/** Other servers of the tests are not described: only applications of `buildApp` have this handler. */
function isOurs(app: Express | undefined): app is Express {
  if (!app?.router) return false;
  const known = ours.get(app);
  if (known !== undefined) return known;
  const is = app.router.stack.some((layer) => layer.handle === refuseAmbiguous);
  ours.set(app, is);
  return is;
}

/** Leaves out an application whose routes a test makes up; returns it. */
export function leaveOut(app: Express): Express {
  ours.set(app, false);
  return app;
}

/** Calls `onResponse` for each complete response of this process from now on. */
export function observeResponses(onResponse: (observed: Observed, app: Express) => void): void {
  const bodies = new WeakMap<ServerResponse, { sent: KeptBody; received: KeptBody }>();
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as Exchange;
    bodies.set(response, { sent: keepSent(response), received: keepReceived(request) });
  });
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as Exchange;
    const kept = bodies.get(response);
    if (!kept || !isOurs(request.app)) return;
    const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
    onResponse(
      {
        method: request.method ?? '',
        url: request.originalUrl ?? '',
        status: response.statusCode,
        headers: Object.fromEntries(headers),
        body: kept.sent.get(),
        requestType: request.headers['content-type'],
        requestBody: request.complete ? kept.received.get() : undefined,
      },
      request.app,
    );
  });
}

function keepSent(response: ServerResponse): KeptBody {
  const kept = new KeptBody();
  for (const name of ['write', 'end'] as const) {
    const method = response[name].bind(response) as (...parts: unknown[]) => never;
    response[name] = (...parts: unknown[]) => {
      kept.add(parts[0], parts[1]);
      return method(...parts);
    };
  }
  return kept;
}

/** By what the parser pushes: a listener for `data` would start the request before its handler does. */
function keepReceived(request: IncomingMessage): KeptBody {
  const kept = new KeptBody();
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    kept.add(chunk, encoding);
    return push(chunk, encoding);
  };
  return kept;
}
