import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { onPath } from './on-path.ts';

const installMs = 300_000;
const keptOutput = 4_000;

/** `RUNLEVEL=1` keeps invoke-rc.d from starting a package's service in a container. */
const aptEnvironment = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };

interface Run {
  code: number | null;
  output: string;
}

function runQuietly(command: string, args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...aptEnvironment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: installMs,
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-keptOutput);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Why apt-get cannot be used here, as the end of a sentence; undefined when it can. */
function aptUnavailable(): string | undefined {
  if (!existsSync('/etc/debian_version') || !onPath(['apt-get'])) return 'this is not Debian or Ubuntu';
  if (process.getuid?.() !== 0) return 'installing it needs root';
  return undefined;
}

/** The package's own server would run beside ours, on the standard port, for ever. */
async function stopService(service: string): Promise<void> {
  if (existsSync('/run/systemd/system')) await runQuietly('systemctl', ['disable', '--now', service]);
  else if (existsSync(`/etc/init.d/${service}`)) await runQuietly(`/etc/init.d/${service}`, ['stop']);
}

interface Package {
  name: string;
  /** Service that the package would leave running. */
  service?: string;
}

/**
 * Installs a package with apt-get; at most about five minutes a step.
 * @returns undefined on success, else the reason as the end of a sentence.
 */
export async function aptInstall(
  { name, service }: Package,
  say: (line: string) => void,
): Promise<string | undefined> {
  const unavailable = aptUnavailable();
  if (unavailable) return unavailable;
  say(`Installing ${name} with apt-get …`);
  const update = await runQuietly('apt-get', ['update', '-qq']);
  const install = await runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
  if (install.code === 0) {
    if (service) await stopService(service);
    return undefined;
  }
  const failed = update.code === 0 ? install : update;
  const last = failed.output.split('\n').filter((line) => line.startsWith('E:'));
  return `apt-get install ${name} failed${last[0] ? ` (${last[0].slice(3)})` : ''}`;
}
