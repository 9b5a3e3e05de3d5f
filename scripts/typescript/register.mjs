// `node --import ./scripts/typescript/register.mjs FILE.ts`: what `--import tsx` does, in half the time. Each process
// of ours loads hundreds of modules, and npm test starts hundreds of processes.
import { register } from 'node:module';

process.setSourceMapsEnabled(true);
register('./hooks.mjs', import.meta.url);
