/** Settings of the bare server and its worker; read from the environment in their entry points. */
export interface BareSettings {
  redisUrl: string;
  prefix: string;
  dataDir: string;
  modelUrl: string;
  concurrency: number;
}

export const queueName = 'bare-render';

/** Everything a job needs: the bare server keeps no documents. */
export interface BareJob {
  renderId: string;
  scene: string;
  images: string[];
  titles: string[];
  width: number;
  height: number;
}

export function readBareSettings(env: NodeJS.ProcessEnv): BareSettings {
  const { REDIS_URL = '', QUEUE_PREFIX = '', DATA_DIR = '', COG_URL = '', WORKER_CONCURRENCY = '16' } = env;
  return {
    redisUrl: REDIS_URL,
    prefix: `${QUEUE_PREFIX}-bare`,
    dataDir: DATA_DIR,
    modelUrl: COG_URL,
    concurrency: Number(WORKER_CONCURRENCY),
  };
}
