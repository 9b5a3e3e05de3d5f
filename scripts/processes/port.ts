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

/** Below the ports that a system gives to whoever asks for any (32768 up on Linux, 49152 up elsewhere). */
const ownPorts = { least: 18_000, end: 27_000 };

/**
 * A port nobody listens on now. Another program may take it before we do, which is improbable: nobody is
 * given one of these who does not ask for it.
 */
export async function freePort(): Promise<number> {
  let port = randomInt(ownPorts.least, ownPorts.end);
  while (await portTaken(port, '127.0.0.1')) port = randomInt(ownPorts.least, ownPorts.end);
  return port;
}

/**
 * Says whether a program listens on that port. `::1` is asked as well: a browser that is told
 * `localhost` may try it first and would reach the other program.
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
