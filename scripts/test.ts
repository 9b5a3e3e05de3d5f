import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SetupError } from './backends/backend.ts';
import { openMongo } from './backends/mongo.ts';
import { openRedis } from './backends/redis.ts';
import { runSession, type Session } from './platform/run.ts';
import { cpuSeconds } from './processes/cpu-seconds.ts';
import { browserVariables } from './testing/browser.ts';
import { buildBundles } from './testing/bundles.ts';
import { type Check, checks, runCheck } from './testing/checks.ts';
import { byDuration, keepDurations, readDurations } from './testing/durations.ts';
import { durationLine, runInLanes, slowestLines, type Task } from './testing/lanes.ts';
import { add, closingWords, nothingRun } from './testing/messages.ts';
import { runGroup } from './testing/run-group.ts';
import { type Group, groupTests, testFiles } from './testing/select.ts';
import { ensureWebBuild } from './web/up-to-date.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Far more than a run needs on a slow machine: only a test that hangs reaches it. */
const wholeRunMs = 60 * 60_000;

interface Choice {
  grep?: string;
  jobs: number;
}

interface Run extends Choice {
  env: NodeJS.ProcessEnv;
  endAt: number;
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        grep: { type: 'string', short: 'g' },
        // Most tests wait more than they compute: two processes leave a quarter of two cores idle.
        jobs: { type: 'string', short: 'j', default: '3' },
      },
    });
  } catch (error) {
    throw new SetupError(`${(error as Error).message.split('.')[0]}. See: npm test -- --help`);
  }
}

function readArguments(args: string[]): { patterns: string[]; choice: Choice } {
  const { values, positionals } = readOptions(args);
  const { grep, jobs } = values;
  if (!/^[1-9]\d?$/.test(jobs)) throw new SetupError(`--jobs takes a number from 1 to 99, not ${jobs}.`);
  return { patterns: positionals, choice: { jobs: Number(jobs), ...(grep === undefined ? {} : { grep }) } };
}

async function makeFolder({ closing }: Session): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Bundles the tests of a whole run, and what those of chaos start again and again; for fewer it would not pay. */
async function bundleEnvironment(
  dataDir: string,
  groups: Group[],
  isWhole: boolean,
): Promise<NodeJS.ProcessEnv> {
  if (!groups.some(({ name }) => name.startsWith('chaos/'))) return {};
  const tests = isWhole ? groups.flatMap(({ files }) => files) : [];
  return { BUNDLES: await buildBundles(root, dataDir, { tests }) };
}

/**
 * Starts one Redis and one MongoDB for all tests. Our MongoDB is passed as TEST_MONGODB_URI: MONGODB_URI means "a real
 * server that a person named", against which the wire-level cases run as well.
 */
async function testEnvironment(dataDir: string, { closing, say }: Session): Promise<NodeJS.ProcessEnv> {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'test' };
  const [redis, mongo] = await Promise.all([
    openRedis({ env, dataDir, durable: false, say }),
    openMongo({ env, dataDir, durable: false, say: () => undefined }),
  ]);
  closing.add(redis.close);
  closing.add(mongo.close);
  await Promise.all([redis.ready, mongo.ready]);
  say(`Redis: ${redis.what}. MongoDB: ${mongo.what}.`);
  // Node 22 and newer keep there what V8 has compiled.
  const NODE_COMPILE_CACHE = env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'node');
  return { ...env, NODE_COMPILE_CACHE, REDIS_URL: redis.url, TEST_MONGODB_URI: mongo.url };
}

/**
 * Returns the paths of the browsers for their tests, or the reasons why those are skipped; nothing when none of them is
 * selected. Chromium is installed where it is missing, the other engines only for `npm run test:engines`.
 */
async function browserEnvironment(groups: Group[], { say }: Session): Promise<NodeJS.ProcessEnv> {
  const files = groups.flatMap((group) => group.files);
  const inEngines = files.filter((file) => file.startsWith('test/browser/engines/'));
  const inChromium = files.some((file) => file.startsWith('test/browser/') && !inEngines.includes(file));
  const variables: NodeJS.ProcessEnv[] = [];
  if (inChromium) variables.push(await browserVariables('chromium', true, say));
  if (inEngines.length > 0) {
    const isWhole = process.env.ENGINE_JOURNEYS === 'all';
    variables.push(await browserVariables('firefox', isWhole, say));
    variables.push(await browserVariables('webkit', isWhole, say));
  }
  return Object.assign({}, ...variables);
}

function groupTask(group: Group, { env, endAt, grep }: Run): Task {
  return {
    name: group.name,
    run: (say) => {
      say(`\n── ${group.name} (${group.files.length} ${group.files.length === 1 ? 'file' : 'files'})`);
      const deadlineMs = Math.max(1, endAt - performance.now());
      return runGroup({ ...group, env, deadlineMs, say, ...(grep === undefined ? {} : { grep }) });
    },
  };
}

function checkTask(check: Check): Task {
  return {
    name: check.name,
    run: async (say) => {
      const failure = await runCheck(check, root, say);
      return { ...nothingRun, failures: failure ? [failure] : [] };
    },
  };
}

async function test(session: Session): Promise<{ exitCode: number; lastLine: string }> {
  const { patterns, choice } = readArguments(process.argv.slice(2));
  const groups = byDuration(groupTests(testFiles(root), patterns), readDurations(root));
  const narrowed = patterns.length > 0 || choice.grep !== undefined;
  if (groups.length === 0) throw new SetupError(`No test file matches ${patterns.join(' ')}.`);
  const endAt = performance.now() + wholeRunMs;
  await ensureWebBuild(session.say);
  const dataDir = await makeFolder(session);
  const bundles = await bundleEnvironment(dataDir, groups, !narrowed);
  const [backends, browser] = await Promise.all([
    testEnvironment(dataDir, session),
    browserEnvironment(groups, session),
  ]);
  const run: Run = { ...choice, env: { ...backends, ...bundles, ...browser }, endAt };
  const tests = groups.map((group) => groupTask(group, run));
  const ran = await runInLanes(
    [...(narrowed ? [] : checks.map(checkTask)), ...tests],
    choice.jobs,
    session.say,
  );
  if (!narrowed) keepDurations(root, ran);
  const together = durationLine({
    name: 'together',
    seconds: performance.now() / 1000,
    cpuSeconds: cpuSeconds(),
  });
  session.say(['\n── Slowest', ...slowestLines(ran), together].join('\n'));
  const tally = ran.reduce(add, nothingRun);
  return { exitCode: tally.failures.length > 0 ? 1 : 0, lastLine: closingWords(tally) };
}

await runSession(async (session) => {
  try {
    return await test(session);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    // An error that prevents the tests from running is a failure too, and programs read the last line.
    const failures = [{ title: 'The tests could not be run', why: error.message }];
    return { exitCode: 1, lastLine: closingWords({ ...nothingRun, failures }) };
  }
});
