import { fileURLToPath } from 'node:url';
import { startNode, waitForMessage } from '../processes/child.ts';
import type { BalancerTargets } from './balancer-process.ts';

/** The proxy before the API processes. */
export interface Balancer {
  readonly port: number;
  close(): Promise<void>;
}

const entry = fileURLToPath(
  new URL(`./balancer-process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);

const startMs = 30_000;
/** A process that is started again has another port. */
const lookEveryMs = 200;

/**
 * Starts a proxy for the ports that `targets` returns; a process that is down has none. It is a process of its own: in
 * that of the attackers, each call of another caller would wait while they make their images and bodies.
 */
export async function startBalancer(targets: () => number[]): Promise<Balancer> {
  const child = startNode(entry, [], { env: process.env });
  const { port } = await waitForMessage<{ type: 'ready'; port: number }>(child, 'ready', startMs);
  let sent = '';
  const send = () => {
    const ports = targets();
    if (String(ports) === sent || !child.process.connected) return;
    sent = String(ports);
    child.process.send({ ports } satisfies BalancerTargets);
  };
  send();
  const timer = setInterval(send, lookEveryMs);
  return {
    port,
    close: async () => {
      clearInterval(timer);
      await child.close();
    },
  };
}
