import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { CatalogFigures } from '../../../../../scripts/bench/catalog.ts';
import { type Conditions, writeSection } from '../../../../../scripts/bench/report/document.ts';

const conditions: Conditions = {
  machine: '2 cores',
  load: [0, 1],
  versions: 'Node 20',
  backends: 'own',
  command: 'npm run bench',
  date: '2026-01-31 09:00',
};

const catalog: CatalogFigures = {
  stores: 1000,
  variants: 1_000_000,
  lookups: 100,
  rows: [
    { name: 'variantId', counts: true, p50: 0.1, p99: { min: 0.2, median: 0.4 } },
    { name: 'productId', counts: true, p50: 0.1, p99: { min: 0.2, median: 4 } },
    { name: 'a ping', counts: false, p50: 0.1, p99: { min: 0.2, median: 4 } },
  ],
  filled: { seconds: 2, bytes: 5e8 },
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
    await writeSection(file, 'catalog', conditions, { catalog });
    const text = await readFile(file, 'utf8');
    expect(text).to.match(/^# Benchmarks\n\n<!-- bench:held -->\nfigures\n<!-- \/bench:held -->\n/);
    expect(text).to.match(
      /<!-- bench:catalog -->[\s\S]*1,000,000 variants[\s\S]*<!-- \/bench:catalog -->\n$/,
    );
  });

  it('has one section of a measurement, the newest', async () => {
    await writeSection(file, 'catalog', conditions, { catalog });
    await writeSection(file, 'catalog', conditions, { catalog: { ...catalog, stores: 77 } });
    const text = await readFile(file, 'utf8');
    expect(text.match(/bench:catalog -->/g)).to.have.length(2);
    expect(text).to.include('77 stores').and.not.include('1,000 stores');
  });

  it('says of each goal whether it was met', async () => {
    await writeSection(file, 'catalog', conditions, { catalog });
    const text = await readFile(file, 'utf8');
    const row = (name: string) => text.split('\n').find((line) => line.startsWith(`| ${name}`));
    expect(row('variantId')).to.match(/: met \|$/);
    expect(row('productId')).to.match(/: \*\*missed\*\* \|$/);
    expect(row('a ping')).to.match(/\| {2}\|$/);
  });

  it('refuses a document that has lost one of a pair of markers', async () => {
    await writeFile(file, '<!-- bench:catalog -->\n');
    const failure = await writeSection(file, 'catalog', conditions, { catalog }).catch((e: unknown) => e);
    expect(failure).to.be.an('error').with.property('message').that.includes('markers');
  });
});
