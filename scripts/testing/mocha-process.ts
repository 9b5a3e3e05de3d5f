import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Mocha from 'mocha';
import type { Assignment, Report } from './messages.ts';

/** Time a finished run has to close its connections before it is ended and what is open is named. */
const graceMs = 5_000;

interface MochaFile {
  timeout: number;
  'forbid-only': boolean;
}

function report(message: Report): Promise<void> {
  return new Promise((done) => {
    if (process.send) process.send(message, undefined, {}, () => done());
    else done();
  });
}

function createMocha({ files, grep, color }: Assignment): Mocha {
  const file = JSON.parse(readFileSync('.mocharc.json', 'utf8')) as MochaFile;
  const mocha = new Mocha({
    timeout: file.timeout,
    forbidOnly: file['forbid-only'],
    color,
    reporter: 'spec',
  });
  if (grep !== undefined) mocha.grep(grep);
  for (const name of files) mocha.addFile(resolve(name));
  return mocha;
}

function titles(mocha: Mocha): string[] {
  const all: string[] = [];
  mocha.suite.eachTest((test: Mocha.Test) => all.push(test.fullTitle()));
  return all;
}

async function runTests(mocha: Mocha): Promise<void> {
  const skipped: string[] = [];
  await new Promise<void>((done) => {
    const runner = mocha.run(async () => {
      const { passes = 0, failures = 0 } = runner.stats ?? {};
      await report({ type: 'done', passed: passes, failed: failures, skipped });
      done();
    });
    runner.on('pending', (test) => skipped.push(test.fullTitle()));
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
const mocha = createMocha(assignment);
await mocha.loadFilesAsync();
if (assignment.listOnly) await report({ type: 'done', passed: 0, failed: 0, skipped: titles(mocha) });
else await runTests(mocha);
setTimeout(() => void namedOpenHandles(), graceMs).unref();
