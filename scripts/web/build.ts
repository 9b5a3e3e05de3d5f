import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import {
  type EntryFiles,
  getVersion,
  type PageScript,
  type WebBuild,
  webBuildRecord,
} from '../../api/assets/web-build.ts';
import { changedSince, inputFiles, readStamp } from './inputs.ts';
import { stampFile } from './up-to-date.ts';
import { cartOptions, loaderOptions, statusOptions, toolsOptions, tryOnOptions } from './vite-options.ts';
import { type BuiltFile, deleteOldAssets, writeFiles, writeWhole } from './write-files.ts';

type Output = Rolldown.RolldownOutput['output'][number];

/** Builds the try-on, the tools and the loader into `folder`; its record is written last. */
export async function buildWeb(root: string, folder: string): Promise<WebBuild> {
  const startedAt = Date.now();
  const modules = collectModules();
  const bundled = (options: InlineConfig) => bundle({ ...options, plugins: [modules.plugin] });
  const tryOn = await bundled(tryOnOptions(root));
  const tools = await bundled(toolsOptions(root));
  const cart = await bundled(cartOptions(root));
  const status = await bundled(statusOptions(root));
  const loader = await bundled(loaderOptions(root, { cart: toHash(cart), status: toHash(status) }));
  const outputs = [...tryOn, ...tools, ...cart, ...status, ...loader];
  // Both builds may have a file, e.g. a font: its contents are in its name.
  const files = [...new Map(outputs.map((file) => [file.fileName, toBuiltFile(file)])).values()];
  const record = {
    tryOn: entryFiles(root, tryOn.filter(isChunk), 'main'),
    docs: entryFiles(root, tools.filter(isChunk), 'docs'),
    home: entryFiles(root, tools.filter(isChunk), 'home'),
    ops: entryFiles(root, tools.filter(isChunk), 'ops'),
    rooms: entryFiles(root, tools.filter(isChunk), 'rooms'),
    loader: pageScript(loader),
    cart: pageScript(cart),
    status: pageScript(status),
  };
  await mkdir(folder, { recursive: true });
  await rm(join(folder, stampFile), { force: true });
  await writeFiles(folder, files);
  await writeWhole(join(folder, webBuildRecord), JSON.stringify(record, null, 1));
  await deleteOldAssets(folder, files);
  const inputs = inputFiles(root, [...modules.paths]);
  // A file that changed meanwhile may not be in the build: without a stamp the next start builds again.
  if (!(await changedSince(root, inputs, startedAt)))
    await writeWhole(join(folder, stampFile), JSON.stringify(await readStamp(root, inputs)));
  return record;
}

async function bundle(options: InlineConfig): Promise<Output[]> {
  const result = await build(options);
  if (Array.isArray(result) || !('output' in result)) throw new Error('Vite returned no single build.');
  return result.output;
}

/** Returns every module that was read; the chunks do not name those of which only constants were used. */
function collectModules(): { paths: Set<string>; plugin: Plugin } {
  const paths = new Set<string>();
  const plugin: Plugin = {
    name: 'collect-modules',
    buildEnd() {
      for (const module of this.getModuleIds()) paths.add(module);
    },
  };
  return { paths, plugin };
}

const isChunk = (file: Output) => file.type === 'chunk';

function toBuiltFile(file: Output): BuiltFile {
  return { path: file.fileName, bytes: Buffer.from(isChunk(file) ? file.code : file.source) };
}

/** Returns the entry, and by the graph of chunks what it needs before it can run. */
function entryFiles(root: string, chunks: Rolldown.OutputChunk[], named: string): EntryFiles {
  const entry = chunks.find(({ isEntry, name }) => isEntry && name === named);
  if (!entry) throw new Error(`The build has no entry ${named}.`);
  const needed = withImports(entry, chunks);
  const lazy = chunks.filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && facadeModuleId);
  const further = (chunk: Rolldown.OutputChunk) =>
    getNames(withImports(chunk, chunks).filter((each) => !needed.includes(each)));
  return {
    script: entry.fileName,
    imports: getNames(needed.slice(1)),
    // Imports come first, so that the rules of the importing file win.
    styles: [...new Set(needed.flatMap(getStyles))].reverse(),
    lazy: Object.fromEntries(lazy.map((chunk) => [relative(root, chunk.facadeModuleId!), further(chunk)])),
  };
}

const getNames = (chunks: Rolldown.OutputChunk[]) => chunks.map(({ fileName }) => fileName);

/** Returns a chunk and everything that it imports statically. */
function withImports(first: Rolldown.OutputChunk, chunks: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set([first]);
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  }
  return [...found];
}

const getStyles = ({ viteMetadata }: Rolldown.OutputChunk) => [...(viteMetadata?.importedCss ?? [])];

const sriHash = 'sha384';

function onlyFile(outputs: Output[]): BuiltFile {
  const [file] = outputs.map(toBuiltFile);
  if (!file || outputs.length > 1) throw new Error('A script for merchants’ pages has to be a single file.');
  return file;
}

const toHash = (outputs: Output[]) => createHash('sha256').update(onlyFile(outputs).bytes).digest('base64');

function pageScript(outputs: Output[]): PageScript {
  const file = onlyFile(outputs);
  const digest = (algorithm: string) => createHash(algorithm).update(file.bytes).digest();
  return {
    path: file.path,
    version: getVersion(digest('sha256')),
    integrity: `${sriHash}-${digest(sriHash).toString('base64')}`,
  };
}
