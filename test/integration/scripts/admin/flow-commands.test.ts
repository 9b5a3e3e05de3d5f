import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runAdmin } from '../../../support/admin.ts';
import { getEnvironment } from '../../../support/get-environment.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { openStore, type TestStore } from '../../../support/try-on.ts';

describe('npm run admin -- flow', () => {
  let platform: TestPlatform;
  let store: TestStore;
  let folder: string;
  before(async () => {
    platform = await startPlatform({ workers: 0 });
    store = await openStore(platform);
    folder = await mkdtemp(join(tmpdir(), 'flows-'));
  });
  after(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function flow(verb: string, ...options: string[]): Promise<string> {
    const args = ['flow', verb, '--store', store.slug, ...options];
    const { stdout, stderr } = await runAdmin(args, getEnvironment(platform.config));
    return (stdout || stderr).trim();
  }
  async function file(content: string): Promise<string> {
    const path = join(folder, 'flow.json');
    await writeFile(path, content);
    return path;
  }

  it('creates a flow from a file, shows it with its warnings, lists and deletes it', async () => {
    const steps = [
      { name: 'Light', source: { products: ['7002'] } },
      { name: 'Plant', source: { category: 'Home>Plants' }, required: false, maxItems: 2 },
    ];
    const path = await file(JSON.stringify({ id: 'room', name: 'Furnish', steps }));
    const shown = [
      'Flow room (Furnish)',
      'STEP   SOURCE               ITEMS',
      'Light  products 7002        1',
      'Plant  category Home>Plants  1 to 2, or none',
      'steps[1].source has no product that can be tried on; shoppers do not see the step.',
    ].map((line) => line.replace(/ +/g, ' '));
    const lines = (text: string) => text.split('\n').map((line) => line.replace(/ +/g, ' '));
    expect(lines(await flow('create', '--file', path))).to.deep.equal(shown);
    expect(await flow('create', '--file', path)).to.equal('The store has a flow room already.');
    expect(lines(await flow('create', '--file', path, '--replace'))).to.deep.equal(shown);
    expect(await flow('list')).to.match(/room +Furnish +Light, Plant$/);
    expect(await flow('delete', '--flow', 'room')).to.equal('Flow room was deleted.');
    expect(await flow('show', '--flow', 'room')).to.equal('The store has no flow room; see flow list.');
  });

  it('names what is wrong with a file', async () => {
    expect(await flow('create', '--file', await file('{'))).to.match(/flow\.json is not valid JSON: /);
    const wrong = await file(JSON.stringify({ id: 'a', name: 'A', steps: [{ name: 'B', source: {} }] }));
    expect(await flow('create', '--file', wrong)).to.equal(
      'steps[0].source needs one of "category", "tag", "products".',
    );
  });
});
