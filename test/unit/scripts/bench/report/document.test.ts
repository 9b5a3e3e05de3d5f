import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { RecoveryFigures } from '../../../../../scripts/bench/measurements/worker-recovery.ts';
import { type Conditions, writeSection } from '../../../../../scripts/bench/report/document.ts';

const conditions: Conditions = {
  machine: '2 cores',
  load: [0, 1],
  versions: 'Node 20',
  backends: 'own',
  command: 'npm run bench',
  date: '2026-01-31 09:00',
};

const recovery: RecoveryFigures = {
  kills: 10,
  workers: 2,
  leaseSeconds: 15,
  sweepSeconds: 5,
  again: { median: 4, max: 9.5 },
};

describe('the document of the benchmarks', () => {
  let dir: string;
  let file: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    file = join(dir, 'benchmarks.md');
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('gets a section that it does not have, and keeps what it has', async () => {
    await writeFile(file, '# Benchmarks\n\n<!-- bench:held -->\nfigures\n<!-- /bench:held -->\n');
    await writeSection(file, 'recovery', conditions, { recovery });
    const text = await readFile(file, 'utf8');
    expect(text).to.match(/^# Benchmarks\n\n<!-- bench:held -->\nfigures\n<!-- \/bench:held -->\n/);
    expect(text).to.match(/<!-- bench:recovery -->[\s\S]*9\.5 s[\s\S]*<!-- \/bench:recovery -->\n$/);
  });

  it('has one section of a measurement, the newest', async () => {
    await writeSection(file, 'recovery', conditions, { recovery });
    await writeSection(file, 'recovery', conditions, { recovery: { ...recovery, kills: 77 } });
    const text = await readFile(file, 'utf8');
    expect(text.match(/bench:recovery -->/g)).to.have.length(2);
    expect(text).to.include('| 77 |').and.not.include('| 10 |');
  });

  it('says of a goal whether it was met', async () => {
    const rowAfter = async (max: number) => {
      const again = { ...recovery.again, max };
      await writeSection(file, 'recovery', conditions, { recovery: { ...recovery, again } });
      return (await readFile(file, 'utf8')).split('\n').find((line) => line.startsWith('| 10 |'));
    };
    expect(await rowAfter(9.5)).to.match(/: met \|$/);
    expect(await rowAfter(10.5)).to.match(/: \*\*missed\*\* \|$/);
  });

  it('refuses a document that has lost one of a pair of markers', async () => {
    await writeFile(file, '<!-- bench:recovery -->\n');
    const failure = await writeSection(file, 'recovery', conditions, { recovery }).catch((e: unknown) => e);
    expect(failure).to.be.an('error').with.property('message').that.includes('markers');
  });
});
