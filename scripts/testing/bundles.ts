import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { SetupError } from '../backends/backend.ts';
import { endingLine, startGuarded } from '../processes/child.ts';

const compiler = fileURLToPath(new URL('../typescript/bundle.cjs', import.meta.url));

/**
 * Native code, what loads files of its own beside itself, what other packages use only where it is installed, and large
 * packages of few tests.
 */
const external = [
  'sharp',
  'pino',
  'piscina',
  'msgpackr',
  'onnxruntime-node',
  '@vladmandic/human',
  '@aws-sdk/credential-providers',
  '@mongodb-js/zstd',
  'gcp-metadata',
  'kerberos',
  'mongodb-client-encryption',
  'snappy',
  'socks',
  '@modelcontextprotocol/sdk',
  '@redocly/*',
  'axe-core',
  'esbuild',
  'json-schema-to-typescript',
  'playwright-core',
  's3rver',
  'typescript',
  'vite',
];

/** Sources find files beside them, and start threads and processes, as if they were not bundled. */
const ownUrls: Plugin = {
  name: 'own-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const [url, folder] = [pathToFileURL(path).href, dirname(path)].map((text) => JSON.stringify(text));
      const source = await readFile(path, 'utf8');
      const contents = `const __url = ${url}, __folder = ${folder}; ${source.replace(/^#!.*/, '')}`;
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** The ES modules of zod import each other in circles, which esbuild runs in another order than Node. */
const zodAsCommonJs: Plugin = {
  name: 'zod-as-commonjs',
  setup({ onResolve }) {
    onResolve({ filter: /^zod(\/|$)/ }, ({ path, resolveDir }) => ({
      path: createRequire(join(resolveDir, 'package.json')).resolve(path),
    }));
  },
};

const imported = /^import (?!type ).*'(\..+)';$/gm;

/** Returns the paths of the modules of ours that a file imports. */
async function findImports(file: string): Promise<string[]> {
  const source = await readFile(file, 'utf8');
  return [...source.matchAll(imported)].map(([, path = '']) =>
    fileURLToPath(new URL(path, pathToFileURL(file))),
  );
}

interface Bundle {
  name: string;
  /** Paths of the entry points. */
  files: string[];
  /** Paths of the modules whose compiled code is kept. */
  loaded: string[];
}

/** Returns a module with the entry points as `run`, by their URLs, and as `load` what they import. */
function toBundledModule({ files, loaded }: Bundle): string {
  const requires = (file: string) => `require(${JSON.stringify(file)})`;
  const runs = files.map((file) => `${JSON.stringify(pathToFileURL(file).href)}: () => ${requires(file)}`);
  return `exports.run = { ${runs.join(', ')} };\nexports.load = () => { ${loaded.map(requires).join('; ')} };\n`;
}

/** esbuild leaves other characters in regular expressions. */
const toAscii = (code: string) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

async function writeBundle(root: string, bundle: Bundle, outfile: string): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: toBundledModule(bundle), resolveDir: root, loader: 'js' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    external,
    define: { 'import.meta.url': '__url', 'import.meta.dirname': '__folder' },
    plugins: [ownUrls, zodAsCommonJs],
    banner: { js: '(function (module, exports, require) {' },
    footer: { js: '})' },
    // A script of compiled code has no loader of ES modules, and none of the packages above needs one.
    supported: { 'dynamic-import': false },
    sourcemap: 'external',
    sourcesContent: false,
    write: false,
    logLevel: 'silent',
  });
  for (const { path, text } of outputFiles) await writeFile(path, toAscii(text));
}

/** The entry points that tests start often, as processes of their own. No bundle has an `await` outside of functions. */
const bundledEntries = [
  'api/main.ts',
  'api/decoder/decoder-entry.ts',
  'workers/main.ts',
  'scripts/embedded-mongo/main.ts',
];

/** Modules that each mocha process loads first, and that most tests import. */
const testSupport = [
  'test/support/seed.ts',
  'test/support/openapi/every-response.ts',
  'test/support/platform.ts',
];

interface Bundled {
  /** Entry points, each of which becomes a bundle. */
  entries?: string[];
  /** Test files, which become one. */
  tests?: string[];
  /** Modules that this one has beside them, and keeps compiled. */
  support?: string[];
}

async function listBundles(
  root: string,
  { entries = bundledEntries, tests = [], support = testSupport }: Bundled,
): Promise<Bundle[]> {
  const alone = entries.map(async (entry) => {
    const file = join(root, entry);
    return { name: entry, files: [file], loaded: await findImports(file) };
  });
  const [files, loaded] = [[...support, ...tests], support].map((list) =>
    list.map((file) => join(root, file)),
  ) as [string[], string[]];
  return [...(await Promise.all(alone)), ...(tests.length > 0 ? [{ name: 'tests', files, loaded }] : [])];
}

/**
 * Bundles each entry point, and all tests together, into `folder`, one after the other, and returns the path of the list
 * by which processes find them (BUNDLES). An API loads 4,000 files, which takes two seconds of CPU; the tests run in
 * sixty processes, half of which load one, and start two hundred more. Call it before any test runs: those with a
 * deadline would feel it.
 * @throws SetupError
 */
export async function buildBundles(root: string, folder: string, bundled: Bundled = {}): Promise<string> {
  const list: Record<string, string> = {};
  for (const bundle of await listBundles(root, bundled)) {
    const outfile = join(folder, `${bundle.name.replaceAll('/', '-')}.cjs`);
    await writeBundle(root, bundle, outfile);
    const ending = await startGuarded(process.execPath, [compiler, outfile, join(root, 'index.js')]).ended;
    if (ending.code !== 0) throw new SetupError(`${bundle.name} was not bundled: ${endingLine(ending)}`);
    for (const file of bundle.files) list[pathToFileURL(file).href] = outfile;
  }
  const listFile = join(folder, 'bundles.json');
  await writeFile(listFile, JSON.stringify(list));
  return listFile;
}
