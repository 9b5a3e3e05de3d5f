// `node --import ./scripts/typescript/register.mjs FILE.ts`: what `--import tsx` does, in half the time. Each process
// of ours loads hundreds of modules, and npm test starts hundreds of processes. `register.mjs?bundles=LIST.json` runs the
// entry points of that list from their bundles.
import { register } from 'node:module';

process.setSourceMapsEnabled(true);
const bundles = new URL(import.meta.url).searchParams.get('bundles');
register('./hooks.mjs', import.meta.url, { data: { bundles } });
