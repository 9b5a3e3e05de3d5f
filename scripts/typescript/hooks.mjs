import { fileURLToPath } from 'node:url';
import { compiled } from './compiled.mjs';

const isTypeScript = (path) => /\.m?tsx?$/.test(path);
const isPath = (specifier) => /^(\.{0,2}\/|file:)/.test(specifier);

/** Node's hook. Imports name whole files, so there is nothing to look for. */
export function resolve(specifier, context, next) {
  if (!isPath(specifier) || !isTypeScript(specifier)) return next(specifier, context);
  return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
}

/** Node's hook. */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !isTypeScript(url)) return next(url, context);
  return { format: 'module', source: await compiled(fileURLToPath(url)), shortCircuit: true };
}
