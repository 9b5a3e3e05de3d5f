import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

async function listenOnce(port: number, host: string): Promise<void> {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Below the ephemeral ports of a system (from 32768 on Linux, from 49152 elsewhere). */
const ownPorts = { min: 18_000, end: 27_000 };

/**
 * Returns a port without a listener. Another program may take it before we do, which is improbable: a system gives none
 * of these to a program that does not name it.
 */
export async function freePort(): Promise<number> {
  let port = randomInt(ownPorts.min, ownPorts.end);
  while (await portTaken(port, '127.0.0.1')) port = randomInt(ownPorts.min, ownPorts.end);
  return port;
}

/**
 * Returns true if a program listens on that port. `::1` is tried as well: a browser that opens `localhost` may try it
 * first and would reach the other program.
 */
export async function portTaken(port: number, host: string): Promise<boolean> {
  for (const address of new Set([host, host === '127.0.0.1' ? '::1' : host])) {
    try {
      await listenOnce(port, address);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE') return true;
      if (code === 'EACCES') throw error;
    }
  }
  return false;
}
