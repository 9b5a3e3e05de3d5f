import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { onPath } from '../../../scripts/backends/on-path.ts';
import { readParent } from '../../../scripts/processes/identity.ts';
import { freePort } from '../../../scripts/processes/port.ts';

const root = resolve(import.meta.dirname, '../../..');
const waitMs = 60_000;

interface Started {
  pid: number;
  output: () => string;
  ended: Promise<number | null>;
  kill: (signal: NodeJS.Signals) => void;
}

async function until(what: string, condition: () => boolean, now: () => unknown = () => ''): Promise<void> {
  const end = performance.now() + waitMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`no ${what} within ${waitMs / 1000} s: ${now()}`);
    await pause(20);
  }
}

/** Only systems with /proc can tell; there the tests look at the real process tree. */
function processes(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

function descendants(pid: number): number[] {
  const all = processes().map((each) => ({ pid: each, parent: readParent(each) }));
  const of = (parent: number): number[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each.pid, ...of(each.pid)]);
  return of(pid);
}

/** Empty for a process that has ended since it was listed. */
function getCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

async function getEnd(pids: number[]): Promise<void> {
  const survivors = () =>
    pids.filter((pid) => readParent(pid) !== undefined).map((pid) => `${pid} ${getCommand(pid)}`);
  await until('end of every child', () => survivors().length === 0, survivors);
}

describe('npm start', () => {
  let dataDir: string;
  let port: number;
  const all: Started[] = [];

  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'render-platform-start-'));
    // Only refused starts use it before those that listen on it, which choose again: a free port is free for a moment.
    port = await freePort();
  });
  after(async () => {
    for (const { kill, ended } of all) {
      kill('SIGTERM');
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** With backends of its own, whatever the tests around it use. */
  function start(extra: NodeJS.ProcessEnv = {}, args: string[] = []): Started {
    const { REDIS_URL: _redis, MONGODB_URI: _mongo, NODE_ENV: _env, ...rest } = process.env;
    const child = spawn(process.execPath, ['scripts/setup.mjs', 'start', ...args], {
      cwd: root,
      env: { ...rest, DATA_DIR: dataDir, PORT: String(port), ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const started = {
      pid: child.pid ?? 0,
      output: () => output,
      ended,
      kill: (signal: NodeJS.Signals) => void child.kill(signal),
    };
    all.push(started);
    return started;
  }

  async function ready(extra?: NodeJS.ProcessEnv): Promise<Started> {
    const started = start(extra);
    const over = started.ended.then(() => true);
    while (!started.output().includes('\nReady: ')) {
      if (await Promise.race([over, pause(20).then(() => false)])) throw new Error(started.output());
    }
    return started;
  }

  async function refusal(extra: NodeJS.ProcessEnv, args: string[] = []): Promise<string> {
    const refused = start(extra, args);
    expect(await refused.ended).to.equal(1);
    return refused.output();
  }

  it('says in one line that the port is taken, naming PORT', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port: taken } = other.address() as { port: number };
    const line = await refusal({ PORT: String(taken) });
    other.close();
    expect(line).to.equal(
      `Port ${taken} is taken by another program. Stop that one, or choose another port: PORT=${taken + 1} npm start\n`,
    );
  });

  const mistakes: [what: string, env: NodeJS.ProcessEnv, args: string[], expected: RegExp][] = [
    ['a wrong setting', { PORT: 'http' }, [], /^Configuration: PORT must be .*\n$/],
    ['an unknown option', {}, ['--wrokers', '2'], /^Unknown option '--wrokers'.*--help\n$/],
    ['a wrong number of workers', {}, ['--workers', 'many'], /^--workers must be a whole number.*\n$/],
    [
      'a Redis that does not respond',
      { REDIS_URL: 'redis://:secret@127.0.0.1:1' },
      [],
      /REDIS_URL=redis:\/\/\*\*\*@127\.0\.0\.1:1 does not respond \(ECONNREFUSED\)/,
    ],
    [
      'an embedded database in production',
      { NODE_ENV: 'production', PATH: process.env.PATH ?? '' },
      [],
      /production needs a MongoDB: set MONGODB_URI/,
    ],
  ];
  for (const [what, env, args, expected] of mistakes) {
    it(`says what to do about ${what} and leaves nothing behind`, async function () {
      if (what.includes('embedded') && onPath(['mongod'])) return this.skip();
      expect(await refusal(env, args)).to.match(expected);
      expect(existsSync(join(dataDir, 'start.lock'))).to.equal(false);
    });
  }

  describe('up and running', () => {
    let platform: Started;
    before(async () => {
      port = await freePort();
      platform = await ready();
    });

    it('renders the example once and shows a key and a curl that can be pasted', () => {
      expect(platform.output()).to.match(/Example +\S+example\.png \(\d+ × \d+ pixels/);
      expect(platform.output()).to.match(/curl -sS http:\/\/localhost:\d+\/visualize/);
      expect(platform.output()).to.match(/Test key +service_test_\w+ /);
      expect(platform.output()).to.contain('\nRendering the example, which takes some seconds …\n');
      expect(platform.output()).to.match(new RegExp(`\\nReady: http://localhost:${port}\\n$`));
    });

    it('writes where the backends are for the operator’s command line, readable by its user only', () => {
      const file = join(dataDir, 'backends.json');
      const backends = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      expect(backends).to.include({ apiUrl: `http://localhost:${port}`, pid: platform.pid });
      expect(backends).to.include.keys('redisUrl', 'mongoUri');
      expect(statSync(file).mode & 0o777).to.equal(0o600);
    });

    it('writes files and folders that only their user can read', () => {
      const open = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
        .filter((path) => existsSync(join(dataDir, path)))
        .filter((path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0);
      expect(open).to.deep.equal([]);
      expect(existsSync(join(dataDir, 'blobs')) && existsSync(join(dataDir, 'redis'))).to.equal(true);
    });

    it('shows the password of its Redis neither in the terminal, nor in a log, nor to other users', () => {
      const { redisUrl } = JSON.parse(readFileSync(join(dataDir, 'backends.json'), 'utf8')) as {
        redisUrl: string;
      };
      const { password } = new URL(redisUrl);
      expect(password).to.match(/^[0-9a-f]{48}$/);
      const logs = readdirSync(join(dataDir, 'logs')).map((name) =>
        readFileSync(join(dataDir, 'logs', name), 'utf8'),
      );
      const commands = descendants(platform.pid).map(getCommand);
      expect([platform.output(), ...logs, ...commands].join('\n')).not.to.contain(password);
    });

    it('makes a second start on the same data folder say so', async () => {
      const line = await refusal({ PORT: String(port + 1) });
      expect(line).to.match(
        new RegExp(`^Already running at http://localhost:${port} \\(process ${platform.pid}\\).*\n$`),
      );
    });

    it('shows a command that starts a second worker', async () => {
      const command = /second terminal:\n\n {2}([\s\S]*?node --import tsx workers\/main\.ts)\n/.exec(
        platform.output(),
      )![1]!;
      const log: string[] = [];
      const worker = spawn('sh', ['-c', `exec env ${command}`], { cwd: root, detached: true });
      for (const stream of [worker.stdout, worker.stderr])
        stream.on('data', (chunk) => log.push(String(chunk)));
      const ended = once(worker, 'close');
      try {
        await until(
          'second worker',
          () => log.join('').includes('ready'),
          () => log.join(''),
        );
      } finally {
        process.kill(-worker.pid!, 'SIGTERM');
        await ended;
      }
    });

    it('starts a lost worker again', async () => {
      const workers = () =>
        descendants(platform.pid).filter((pid) => getCommand(pid).includes('workers/main.ts'));
      const [lost] = workers();
      process.kill(lost!, 'SIGKILL');
      await until('new worker', () => workers().length === 1 && workers()[0] !== lost);
      const message = 'The worker ended by SIGKILL. Starting it again in 0.5 s.';
      await until('message', () => platform.output().includes(message), platform.output);
    });

    it('leaves no process behind when it is killed with -9', async () => {
      const children = descendants(platform.pid);
      expect(children).to.have.length.at.least(4);
      platform.kill('SIGKILL');
      await platform.ended;
      await getEnd(children);
    });

    it('starts again after that, keeps the image, and stops everything on SIGTERM', async () => {
      const again = await ready();
      expect(again.output()).to.contain('rendered by an earlier start');
      const children = descendants(again.pid);
      again.kill('SIGTERM');
      expect(await again.ended).to.equal(0);
      await getEnd(children);
      for (const file of ['backends.json', 'start.lock'])
        expect(existsSync(join(dataDir, file))).to.equal(false);
    });
  });
});
