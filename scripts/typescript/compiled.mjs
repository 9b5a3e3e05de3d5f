import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../.cache/compiled/', import.meta.url));

const options = {
  format: 'esm',
  target: 'node20.19',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  sourcemap: 'inline',
  sourcesContent: false,
  // Imports stay as they are written: those of types are marked.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};

const { version } = createRequire(import.meta.url)('esbuild/package.json');
const compiler = JSON.stringify([version, options]);

/** The result depends on the path too: the source map names it. */
function cacheFile(path, source) {
  const hash = createHash('sha256').update(compiler).update(path).update(source).digest('hex');
  return `${folder}${hash.slice(0, 40)}.js`;
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Writes the file whole or not at all: several processes may compile the same source. */
function keep(file, code) {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, code);
  renameSync(draft, file);
}

const keptDays = 14;
let esbuild;

/** Deletes what was compiled long ago; what is still used is compiled again. */
function deleteOldFiles() {
  mkdirSync(folder, { recursive: true });
  const oldest = Date.now() - keptDays * 24 * 3_600_000;
  for (const name of readdirSync(folder)) {
    const { mtimeMs } = statSync(folder + name, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < oldest) rmSync(folder + name, { force: true });
  }
}

/** Returns the JavaScript of a TypeScript file, which is compiled when its content is new. */
export async function compiled(path) {
  const source = readFileSync(path, 'utf8');
  const file = cacheFile(path, source);
  const kept = readIfThere(file);
  if (kept !== undefined) return kept;
  // It starts a process, so only when it is needed.
  esbuild ??= import('esbuild').finally(deleteOldFiles);
  const { transform } = await esbuild;
  const { code } = await transform(source, {
    ...options,
    loader: path.endsWith('x') ? 'tsx' : 'ts',
    sourcefile: basename(path),
  });
  keep(file, code);
  return code;
}
