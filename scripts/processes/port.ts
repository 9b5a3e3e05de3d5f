import { once } from 'node:events';
import { createServer } from 'node:net';

async function listenOnce(port: number, host: string): Promise<number> {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : port;
}

/** A port nobody listens on now. Another program may take it before we do: callers try again. */
export function freePort(): Promise<number> {
  return listenOnce(0, '127.0.0.1');
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
