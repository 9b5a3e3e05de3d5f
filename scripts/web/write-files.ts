import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A file of the build, by its path in the folder of the build. */
export interface BuiltFile {
  path: string;
  bytes: Buffer;
}

const compressible = /\.(js|css|svg|json|txt)$/;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** A process that still serves the build before this one needs its files. */
const keptMs = 24 * 60 * 60_000;

/** Writes each file whole or not at all, with `.br` and `.gz` beside it where that is smaller. */
export async function writeFiles(folder: string, files: readonly BuiltFile[]): Promise<void> {
  await Promise.all(files.map((file) => writeVariants(folder, file)));
}

async function writeVariants(folder: string, { path, bytes }: BuiltFile): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  for (const [ending, variant] of compressible.test(path) ? await compressed(bytes) : []) {
    if (variant.length < bytes.length) await writeWhole(target + ending, variant);
    else await rm(target + ending, { force: true });
  }
  await writeWhole(target, bytes);
}

async function compressed(bytes: Buffer): Promise<[ending: string, variant: Buffer][]> {
  const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  return [
    ['.br', await toBrotli(bytes, brotli)],
    ['.gz', await toGzip(bytes, { level: 9 })],
  ];
}

/** Two builds at once, and a server that reads meanwhile, see the whole old or the whole new file. */
export async function writeWhole(file: string, bytes: Buffer | string): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, bytes);
  await rename(draft, file);
}

/** Deletes what earlier builds left in the folder `assets`. */
export async function deleteOldAssets(folder: string, kept: readonly BuiltFile[]): Promise<void> {
  const names = new Set(kept.map(({ path }) => path));
  for (const name of await readdir(join(folder, 'assets'))) {
    const file = join(folder, 'assets', name);
    if (names.has(`assets/${name.replace(/\.(br|gz)$/, '')}`)) continue;
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > keptMs) await rm(file, { force: true });
  }
}
