import { spawnSync } from 'node:child_process';
import { aptInstall } from './apt.mjs';

const programs = ['redis-server', 'valkey-server'];
const isInstalled = (program) => spawnSync(program, ['--version']).error === undefined;

/**
 * Installs Redis where none is set or installed: while packages are downloaded, there is time for it. A failure is left
 * to the command, which tries again and says what to do.
 */
export async function installRedis() {
  if (process.env.REDIS_URL || programs.some(isInstalled)) return;
  await aptInstall({ name: 'redis-server', service: 'redis-server' }, console.error);
}
