import closeWithGrace from 'close-with-grace';
import { ConfigError, loadConfig } from '../config/load.ts';
import type { Config } from '../config/variables.ts';
import { armFailpoints } from '../failpoints.ts';
import { createLogger, type Logger } from '../log.ts';
import { makeRoomForBuffers } from './room-for-buffers.ts';

export interface Started {
  port: number;
  /** Stops everything within `deadlineMs`; idempotent. */
  close(deadlineMs: number): Promise<void>;
}

export interface ProcessDescription {
  service: string;
  /** Returns the time for a stop if `SHUTDOWN_SECONDS` is 0. */
  stopSeconds(config: Config): number;
  start(config: Config, log: Logger): Promise<Started>;
}

/** Time after the deadline of `close`, to flush and to end the last sockets. */
const flushMs = 2_000;

/**
 * Runs the life cycle of a process: configuration, start, `ready` to the parent, and shutdown on SIGTERM, SIGINT,
 * an uncaught error, or the loss of the parent. A second signal exits at once.
 */
export async function runProcess({ service, stopSeconds, start }: ProcessDescription): Promise<void> {
  process.umask(0o077); // photos, journals and reports are readable by this user only
  makeRoomForBuffers();
  armFailpoints(process.env);
  const config = configOrExit(service);
  const log = createLogger({ service, level: config.LOG_LEVEL });
  logWarnings(log);
  const stopMs = (config.SHUTDOWN_SECONDS || stopSeconds(config)) * 1000;
  let started: Started | undefined;
  const grace = closeWithGrace({ delay: stopMs + flushMs, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'uncaught error');
    log.info({ signal, deadlineMs: stopMs }, 'stopping');
    await started?.close(stopMs);
    log.info('stopped');
  });
  process.once('disconnect', () => void grace.close());
  try {
    started = await start(config, log);
  } catch (error) {
    reportFailedStart(service, error, log);
    process.exit(1);
  }
  log.info({ port: started.port }, 'ready');
  process.send?.({ type: 'ready', port: started.port });
}

/** Warnings of Node and of libraries, which Node's own listener writes in lines that are not JSON. */
export function logWarnings(log: Pick<Logger, 'warn'>): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of Node.js or a library'));
}

function configOrExit(service: string): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    reportFailedStart(service, error);
    process.exit(1);
  }
}

/** One line for what an operator can fix; the whole error for a defect of ours. */
function reportFailedStart(service: string, error: unknown, log?: Logger): void {
  if (error instanceof ConfigError) console.error(`${service}: ${error.message}`);
  else if (!log) console.error(`${service}: ${String(error)}`);
  else log.fatal({ err: error }, 'start failed');
}
