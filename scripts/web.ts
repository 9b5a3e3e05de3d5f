import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { webBuildFolder } from '../api/assets/web-build.ts';
import { buildWeb } from './web/build.ts';
import { measureSizes } from './web/sizes.ts';

const help = `Usage: node --import tsx scripts/web.ts [--watch]

Builds the code that runs in browsers into web-build/. npm start and npm test do so when a file has changed.

  --watch   build again whenever a file changes, until Ctrl-C; a running API serves the new build`;

const root = fileURLToPath(new URL('..', import.meta.url));
const watched = ['api/web', 'shared/try-on'];
/** Editors write several files, or one file several times. */
const settleMs = 50;

async function buildOnce(): Promise<void> {
  const began = performance.now();
  const build = await buildWeb(root, webBuildFolder);
  const { script, style, loader } = await measureSizes(webBuildFolder, build);
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  console.log(`Built in ${Math.round(performance.now() - began)} ms. After gzip:
  try-on to the first paint  ${kilobytes(script)} JavaScript, ${kilobytes(style)} CSS
  loader                     ${kilobytes(loader)}
/service-embed@${build.loader.version}.js  ${build.loader.integrity}`);
}

/** One build at a time; what changes during one is in the next. */
async function buildOnChanges(): Promise<never> {
  let changed = () => {};
  for (const folder of watched) watch(join(root, folder), { recursive: true }, () => changed());
  for (;;) {
    const change = new Promise<void>((resolve) => {
      changed = resolve;
    });
    await buildOnce().catch((error: unknown) =>
      console.error(error instanceof Error ? error.message : error),
    );
    await change;
    await new Promise((resolve) => setTimeout(resolve, settleMs));
  }
}

const { values } = parseArgs({
  options: { watch: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) console.log(help);
else if (values.watch) await buildOnChanges();
else await buildOnce();
