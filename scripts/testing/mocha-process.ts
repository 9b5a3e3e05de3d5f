import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Mocha from 'mocha';
import { cpuSeconds } from '../processes/cpu-seconds.ts';
import type { Assignment, Failure, ListedTest, Report } from './messages.ts';
import { toSourceStack } from './source-stack.ts';

/** Time a finished run has to close its connections before it is ended and what is open is named. */
const graceMs = 2_000;

interface MochaFile {
  timeout: number;
  'forbid-only': boolean;
  /** Modules that are loaded before the tests; root hooks are what some export. */
  require: string[];
}

function report(message: Report): Promise<void> {
  return new Promise((done) => {
    if (process.send) process.send(message, undefined, {}, () => done());
    else done();
  });
}

/** Loads a module; what one of a bundle exports is its default. */
async function load(file: string): Promise<{ mochaHooks?: Mocha.RootHookObject }> {
  const module = (await import(pathToFileURL(resolve(file)).href)) as {
    default?: object;
    mochaHooks?: Mocha.RootHookObject;
  };
  return module.default ?? module;
}

async function createMocha({ grep, color }: Assignment): Promise<Mocha> {
  const file = JSON.parse(readFileSync('.mocharc.json', 'utf8')) as MochaFile;
  const mocha = new Mocha({
    timeout: file.timeout,
    forbidOnly: file['forbid-only'],
    color,
    reporter: 'spec',
  });
  for (const name of file.require) {
    const { mochaHooks } = await load(name);
    if (mochaHooks) mocha.rootHooks(mochaHooks);
  }
  if (grep !== undefined) mocha.grep(grep);
  return mocha;
}

/**
 * Mocha itself tries `require` first. That takes a file without types as JavaScript, and loads modules a second time,
 * beside those of the root hooks, which then see no response of the tests.
 */
async function loadFiles(mocha: Mocha, files: string[]): Promise<void> {
  for (const file of files.map((name) => resolve(name))) {
    mocha.suite.emit('pre-require', globalThis, file, mocha);
    mocha.suite.emit('require', await load(file), file, mocha);
    mocha.suite.emit('post-require', globalThis, file, mocha);
  }
}

function listTests(mocha: Mocha): ListedTest[] {
  const tests: ListedTest[] = [];
  mocha.suite.eachTest((test: Mocha.Test) => {
    tests.push({
      file: relative('.', test.file ?? ''),
      fullTitle: test.fullTitle(),
      pending: test.isPending(),
    });
  });
  return tests;
}

/** An assertion's stack begins with its message, which has the expected and the actual value. Mocha prints it as well. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  error.stack &&= toSourceStack(error.stack);
  return error.stack ?? error.message;
}

async function runTests(mocha: Mocha): Promise<void> {
  const skipped: string[] = [];
  const failures: Failure[] = [];
  const retried: Failure[] = [];
  await new Promise<void>((done) => {
    const runner = mocha.run(async () => {
      const passed = runner.stats?.passes ?? 0;
      const flaky = retried.filter(({ title }) => failures.every((failure) => failure.title !== title));
      await report({ type: 'done', passed, failures, flaky, skipped, cpuSeconds: cpuSeconds() });
      done();
    });
    runner.on('pending', (test) => skipped.push(test.fullTitle()));
    runner.on('fail', (test, error) => failures.push({ title: test.fullTitle(), why: reason(error) }));
    runner.on('retry', (test, error) => retried.push({ title: test.fullTitle(), why: reason(error) }));
    runner.on('test', (test) => void report({ type: 'test', title: test.fullTitle() }));
  });
}

async function namedOpenHandles(): Promise<void> {
  await report({
    type: 'open',
    handles: process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap'),
  });
  process.exit();
}

const assignment = JSON.parse(process.argv[2] ?? '{}') as Assignment;
const mocha = await createMocha(assignment);
await loadFiles(mocha, assignment.files);
if (assignment.listOnly) await report({ type: 'list', tests: listTests(mocha) });
else await runTests(mocha);
setTimeout(() => void namedOpenHandles(), graceMs).unref();
