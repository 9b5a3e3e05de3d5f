import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, startNode, waitForMessage } from '../../processes/child.ts';
import type { Gauges } from './gauges.ts';

export interface MeasuredProcess {
  pid: number;
  child: Child;
  port: number;
  reset(): Promise<void>;
  report(): Promise<Gauges>;
  close(): Promise<void>;
}

const readyMs = 300_000;
const askMs = 120_000;
const closeMs = 20_000;

/** Starts an entry point, relative to this bench or a URL of another one's, and waits until it is ready. */
export async function startMeasured(
  entry: string,
  env: NodeJS.ProcessEnv,
  profile: string | undefined,
): Promise<MeasuredProcess> {
  const file = fileURLToPath(new URL(entry, new URL('../', import.meta.url)));
  const profiling = profile ? { BENCH_PROFILE_DIR: resolve(profile) } : {};
  const child = startNode(file, [], { env: { ...process.env, ...env, ...profiling } });
  const { port } = await waitForMessage<{ type: 'ready'; port: number }>(child, 'ready', readyMs);
  const ask = async <T extends { type: string }>(message: string, type: T['type']): Promise<T> => {
    const response = waitForMessage<T>(child, type, askMs);
    child.process.send(message);
    return response;
  };
  return {
    pid: child.pid,
    child,
    port,
    reset: async () => void (await ask('reset', 'reset')),
    report: () => ask<Gauges>('report', 'gauges'),
    close: () => child.close(closeMs),
  };
}
