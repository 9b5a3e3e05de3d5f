import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { reasonToInstall, writeStamp } from './packages.mjs';
import { phase } from './progress.mjs';

const shownLines = 8;

/** npm's code → what to do about it. */
const advice = {
  network: 'check the network, or a proxy with `npm config set proxy URL`, then run the command again',
  ENOSPC: 'free some disk space, then run the command again',
  EACCES: 'make this folder and the npm cache writable for you, then run the command again',
  EPERM: 'make this folder and the npm cache writable for you, then run the command again',
  ENOENT: 'install npm (it comes with Node) and make sure it is on PATH',
  EUSAGE:
    'package-lock.json lacks what the lines above name; restore it from git, or run `npm install` if you changed package.json',
  other: 'read the lines above, then run the command again',
};
const networkCode =
  /\b(E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|HOSTUNREACH|NETUNREACH)|ERR_SOCKET_TIMEOUT|E50\d|ENOTCACHED)\b/;

/** Development packages too: `npm start` formats logs with one, and `npm test` needs them. */
const npmOptions = [
  '--include=dev',
  '--no-audit',
  '--no-fund',
  '--no-progress',
  '--loglevel=error',
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=10000',
];

function npmCommand() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js') && script.includes('npm')) return [process.execPath, [script]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}

function runNpm(root, args) {
  const [command, first] = npmCommand();
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args, ...npmOptions], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    const collect = (chunk) => {
      output = (output + chunk).slice(-100_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ code: 127, output: `${output}npm error code ${error.code}\n` }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

function npmCode(output) {
  return /npm error code (\w+)/.exec(output)?.[1] ?? 'other';
}

function explain(output) {
  const code = networkCode.exec(output)?.[1];
  if (code) return `Could not download packages (${code}): ${advice.network}.`;
  return `Could not install packages (${npmCode(output)}): ${advice[npmCode(output)] ?? advice.other}.`;
}

async function install(root, reason) {
  const end = phase(`Installing packages (${reason})`);
  const { code, output } = await runNpm(root, ['ci']);
  if (code === 0) {
    writeStamp(root);
    end('done');
    return true;
  }
  end('failed');
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('npm error') && line.trim() !== 'npm error');
  for (const line of lines.slice(0, shownLines)) console.error(`  ${line}`);
  console.error(explain(output));
  return false;
}

/** Makes node_modules match the lock file. False when it could not; the reason has been printed. */
export async function ensurePackages(root) {
  if (!reasonToInstall(root)) return true;
  const onWait = (pid) => console.error(`Waiting for the set-up that process ${pid} runs in this folder …`);
  return withLock(join(root, '.cache', 'setup.lock'), onWait, async () => {
    const reason = reasonToInstall(root); // another set-up may have done it while we waited
    return reason ? install(root, reason) : true;
  });
}
