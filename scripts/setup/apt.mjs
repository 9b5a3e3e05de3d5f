import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const installMs = 300_000;
const keptOutput = 4_000;

/** `RUNLEVEL=1` keeps invoke-rc.d from starting a package's service in a container. */
const aptEnvironment = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };

function runQuietly(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...aptEnvironment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: installMs,
    });
    let output = '';
    const collect = (chunk) => {
      output = (output + chunk.toString()).slice(-keptOutput);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Returns the reason why apt-get cannot be used here, as the end of a sentence; undefined when it can. */
function aptUnavailable() {
  if (!existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get'))
    return 'this is not Debian or Ubuntu';
  if (process.getuid?.() !== 0) return 'installing it needs root';
  return undefined;
}

/** The package's own server would run beside ours, on the standard port, forever. */
async function stopService(service) {
  if (existsSync('/run/systemd/system')) await runQuietly('systemctl', ['disable', '--now', service]);
  else if (existsSync(`/etc/init.d/${service}`)) await runQuietly(`/etc/init.d/${service}`, ['stop']);
}

/** Another program's apt-get may hold the lock: unattended-upgrades, or a set-up in another terminal. */
const waitForLock = ['-o', 'DPkg::Lock::Timeout=240'];

async function installWith(aptGet, { name, service }, say) {
  say(`Installing ${name} with apt-get …`);
  const update = await runQuietly(aptGet, ['update', '-qq']);
  const options = ['-y', '-qq', '--no-install-recommends', ...waitForLock];
  const install = await runQuietly(aptGet, ['install', ...options, name]);
  if (install.code === 0) {
    if (service) await stopService(service);
    return undefined;
  }
  const failed = update.code === 0 ? install : update;
  const last = failed.output.split('\n').filter((line) => line.startsWith('E:'));
  return `apt-get install ${name} failed${last[0] ? ` (${last[0].slice(3)})` : ''}`;
}

/**
 * Returns a function that installs packages one after the other: of two apt-get at the same time, one fails for
 * a lock of the other. At most about five minutes a step; it returns undefined on success, else the reason as the
 * end of a sentence.
 */
export function createInstaller(aptGet) {
  let last = Promise.resolve();
  return (wanted, say) => {
    const result = last.then(() => installWith(aptGet, wanted, say));
    last = result.catch(() => undefined);
    return result;
  };
}

const installInTurn = createInstaller('apt-get');

/**
 * Installs a package with apt-get where that is possible.
 * @returns undefined on success, else the reason as the end of a sentence.
 */
export async function aptInstall(wanted, say) {
  return aptUnavailable() ?? installInTurn(wanted, say);
}
