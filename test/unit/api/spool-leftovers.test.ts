import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { removeStale } from '../../../api/spool-leftovers.ts';
import { hourMs } from '../../../shared/time.ts';

describe('leftovers in the spool folder', () => {
  let spool: string;
  const keep = async (folder: string, name: string, ageMs: number) => {
    const path = join(spool, folder, name);
    await mkdir(join(spool, folder), { recursive: true });
    await writeFile(path, 'x');
    const at = new Date(Date.now() - ageMs);
    await utimes(path, at, at);
  };

  beforeEach(async () => {
    spool = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
  });
  afterEach(() => rm(spool, { recursive: true, force: true }));

  it('are removed when they are old, and no folder with them: its process may be idle', async () => {
    await keep('4000001', 'photo_old', 2 * hourMs);
    await keep('4000002', 'photo_old', 2 * hourMs);
    await keep('4000002', 'photo_new', 1000);
    await keep('import_1', 'row', 2 * hourMs);
    expect(await removeStale(spool, Date.now() - hourMs)).to.equal(2);
    expect((await readdir(spool)).sort()).to.deep.equal(['4000001', '4000002', 'import_1']);
    expect(await readdir(join(spool, '4000002'))).to.deep.equal(['photo_new']);
    expect(await readdir(join(spool, 'import_1'))).to.deep.equal(['row']);
  });

  it('are none in a folder that does not exist', async () => {
    expect(await removeStale(join(spool, 'none'), Date.now())).to.equal(0);
  });
});
