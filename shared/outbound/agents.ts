import { Agent } from 'undici';
import { type ConnectorOptions, createConnector } from './connector.ts';

export interface Agents {
  /** undici sets the connect timeout per agent, so there is one agent for each timeout in use. */
  withConnectTimeout(timeoutMs: number): Agent;
  close(): Promise<void>;
}

/** Timeouts are constants of the callers; more than this many means that one of them is computed. */
const maxAgents = 16;

export function createAgents(options: Omit<ConnectorOptions, 'timeoutMs'>): Agents {
  const agents = new Map<number, Agent>();
  const create = (timeoutMs: number) =>
    new Agent({
      connect: createConnector({ ...options, timeoutMs }),
      // A pooled socket stays with the peer that was checked; after a short idle time a changed name takes effect.
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 10_000,
      // One deadline covers the whole call; undici's own 300 s would abort a render that may take 280 s to begin.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  return {
    withConnectTimeout(timeoutMs) {
      const agent = agents.get(timeoutMs) ?? create(timeoutMs);
      agents.set(timeoutMs, agent);
      if (agents.size > maxAgents) throw new RangeError(`more than ${maxAgents} different connect timeouts`);
      return agent;
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}
