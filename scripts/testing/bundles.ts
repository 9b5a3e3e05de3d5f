import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { SetupError } from '../backends/backend.ts';
import { endingLine, startGuarded } from '../processes/child.ts';

const compiler = fileURLToPath(new URL('../typescript/bundle.cjs', import.meta.url));

/** Native code, what loads files of its own beside itself, and what other packages use only where it is installed. */
const external = [
  'sharp',
  'pino',
  'piscina',
  'msgpackr',
  '@tensorflow/*',
  '@vladmandic/human',
  '@aws-sdk/credential-providers',
  '@mongodb-js/zstd',
  'gcp-metadata',
  'kerberos',
  'mongodb-client-encryption',
  'snappy',
  'socks',
];

/** Sources find files beside them, and start threads and processes, as if they were not bundled. */
const ownUrls: Plugin = {
  name: 'own-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
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

/** Returns a module with the entry point as `run`, and as `load` what it imports. */
async function toBundledModule(root: string, entry: string): Promise<string> {
  const file = join(root, entry);
  const modules = [...(await readFile(file, 'utf8')).matchAll(imported)].map(([, path = '']) => path);
  const loads = modules.map(
    (path) => `require(${JSON.stringify(fileURLToPath(new URL(path, pathToFileURL(file))))});`,
  );
  return `exports.run = () => { require(${JSON.stringify(file)}); };\nexports.load = () => { ${loads.join(' ')} };\n`;
}

async function writeBundle(root: string, entry: string, outfile: string): Promise<void> {
  await build({
    stdin: { contents: await toBundledModule(root, entry), resolveDir: root, loader: 'js' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    external,
    plugins: [ownUrls, zodAsCommonJs],
    banner: { js: '(function (module, exports, require) {' },
    footer: { js: '})' },
    // A script has no loader of ES modules, and none of the packages above needs one.
    supported: { 'dynamic-import': false },
    logLevel: 'silent',
  });
}

/** The entry points that tests start often, as processes of their own; none has an `await` outside of functions. */
const bundledEntries = [
  'api/main.ts',
  'api/decoder/decoder-entry.ts',
  'workers/main.ts',
  'scripts/embedded-mongo/main.ts',
];

/**
 * Bundles entry points into `folder`, one after the other, and returns the path of the list by which processes find
 * them (BUNDLES). An API loads 4,000 files, which takes two seconds of CPU, and the tests of chaos alone start two
 * hundred processes. Call it before any test runs: those with a deadline would feel it.
 * @throws SetupError
 */
export async function buildBundles(root: string, folder: string, entries = bundledEntries): Promise<string> {
  const bundles: Record<string, string> = {};
  for (const entry of entries) {
    const [source, bundle] = [join(root, entry), join(folder, `${entry.replaceAll('/', '-')}.cjs`)];
    await writeBundle(root, entry, bundle);
    const ending = await startGuarded(process.execPath, [compiler, bundle, source]).ended;
    if (ending.code !== 0) throw new SetupError(`${entry} was not bundled: ${endingLine(ending)}`);
    bundles[pathToFileURL(source).href] = bundle;
  }
  const list = join(folder, 'bundles.json');
  await writeFile(list, JSON.stringify(bundles));
  return list;
}
