import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../../shared/config/load.ts';
import { SetupError } from '../backends/backend.ts';
import { portTaken } from '../processes/port.ts';

const maxWorkers = 64;

export interface StartSettings {
  host: string;
  port: number;
  dataDir: string;
  workers: number;
  /** undefined: the one after `port`, or a free one; 0: no demo shop. */
  demoShopPort: number | undefined;
  /** Seconds a stopping process has, from the configuration. */
  shutdownSeconds: number;
}

function workersFrom(args: string[]): number {
  const { values } = parseArgs({ args, options: { workers: { type: 'string', default: '1' } } });
  const workers = Number(values.workers);
  if (Number.isInteger(workers) && workers >= 0 && workers <= maxWorkers) return workers;
  throw new SetupError(`--workers must be a whole number from 0 to ${maxWorkers}, not "${values.workers}".`);
}

/** Ctrl-C ends within seconds: what is still running is cancelled. */
const developmentStopSeconds = 5;

/**
 * Reads and validates everything before anything is started, so that a wrong value prints one line.
 * @throws SetupError
 */
export function readSettings(args: string[], env: NodeJS.ProcessEnv): StartSettings {
  // Valid URLs take the place of those of backends that are not started yet.
  const backends = {
    REDIS_URL: env.REDIS_URL || 'redis://127.0.0.1',
    MONGODB_URI: env.MONGODB_URI || 'mongodb://127.0.0.1/render',
  };
  try {
    const config = loadConfig({ ...env, ...backends });
    return {
      host: config.HOST,
      port: config.PORT,
      dataDir: resolve(config.DATA_DIR),
      workers: workersFrom(args),
      demoShopPort: config.NODE_ENV === 'production' ? 0 : config.DEMO_SHOP_PORT,
      shutdownSeconds: config.SHUTDOWN_SECONDS || developmentStopSeconds,
    };
  } catch (error) {
    if (error instanceof ConfigError) throw new SetupError(error.message);
    if ((error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) {
      throw new SetupError(`${(error as Error).message.split('.')[0]}. See: npm start -- --help`);
    }
    throw error;
  }
}

/** @throws SetupError naming PORT when another program listens on it. */
export async function requireFreePort({ host, port }: StartSettings): Promise<void> {
  if (await portTaken(port, host)) {
    throw new SetupError(
      `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
    );
  }
}
