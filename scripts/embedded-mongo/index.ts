import { fileURLToPath } from 'node:url';

// The only file of this folder that other folders import: see README.md.

/** The entry point of the embedded database's own process; its flags are in README.md. */
export const embeddedMongoEntry = fileURLToPath(new URL('./main.ts', import.meta.url));

export { type EmbeddedMongo, type EmbeddedMongoOptions, startEmbeddedMongo } from './server.ts';
