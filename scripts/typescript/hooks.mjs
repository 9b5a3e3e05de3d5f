import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compiled } from './compiled.mjs';

const isTypeScript = (path) => /\.m?tsx?$/.test(path);
const isPath = (specifier) => /^(\.{0,2}\/|file:)/.test(specifier);

/** Node's hook. Imports name whole files, so there is nothing to look for. */
export function resolve(specifier, context, next) {
  if (!isPath(specifier) || !isTypeScript(specifier)) return next(specifier, context);
  return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
}

/** Files of bundles by the URLs of their entry points. */
let bundles = {};

/** Node's hook. */
export function initialize({ bundles: list }) {
  if (list) bundles = JSON.parse(readFileSync(list, 'utf8'));
}

/** A module that runs an entry point of a bundle, with what that exports as its default. */
const runs = (file, url) =>
  `import { runBundle } from ${JSON.stringify(new URL('./bundle.cjs', import.meta.url).href)};
export default runBundle(${JSON.stringify(file)}, ${JSON.stringify(url)});`;

/** Node's hook. */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !isTypeScript(url)) return next(url, context);
  const bundle = bundles[url];
  if (bundle) return { format: 'module', source: runs(bundle, url), shortCircuit: true };
  return { format: 'module', source: await compiled(fileURLToPath(url)), shortCircuit: true };
}
