import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Requests whose client waits for `100 Continue` before it sends its body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Handles requests with `Expect: 100-continue` like all others, and asks for the body when it is about to be read.
 * Node would ask for it at once: clients would send 64 MiB for a 401.
 */
export function deferContinue(server: Server): void {
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    waiting.set(req, res);
    req.once('resume', () => askForBody(req));
    server.emit('request', req, res);
  });
}

/** Asks for the body, if its client waits for that. Needed only before a read that does not make the stream flow. */
export function askForBody(req: IncomingMessage): void {
  const res = waiting.get(req);
  if (res && !res.headersSent) res.writeContinue();
  waiting.delete(req);
}

/** Returns true if the client waits for `100 Continue`, so that there is no body to read yet. */
export const waitsToSend = (req: IncomingMessage): boolean => waiting.has(req);
