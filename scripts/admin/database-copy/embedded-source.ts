import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Backend, SetupError } from '../../backends/backend.ts';
import { AdminError } from '../output.ts';

type Spawn = (options: {
  dir: string;
  megabytes: string | undefined;
  say: (line: string) => void;
}) => Promise<Backend>;

/**
 * Named by a variable, so that the compiler does not put the embedded database, which is for development only,
 * into the image with the commands.
 */
const embedded = new URL('../../backends/embedded.ts', import.meta.url);

/**
 * Starts the embedded database of a data folder for one command, since otherwise it ends with `npm start`.
 * @throws AdminError when there is none, or a running `npm start` uses it.
 */
export async function openEmbeddedSource(env: NodeJS.ProcessEnv): Promise<Pick<Backend, 'url' | 'close'>> {
  const dir = join(env.DATA_DIR || '.data', 'embedded-mongo');
  if (!existsSync(dir)) {
    throw new AdminError(`There is no embedded database in ${dir}: set DATA_DIR or MONGODB_URI.`);
  }
  if (!existsSync(embedded)) {
    throw new AdminError('The embedded database is not in the image: run this command in the repository.');
  }
  const { spawnEmbeddedMongo } = (await import(embedded.href)) as { spawnEmbeddedMongo: Spawn };
  const say = (line: string) => console.error(line);
  const source = await spawnEmbeddedMongo({ dir, megabytes: env.EMBEDDED_MONGO_MEGABYTES, say });
  await source.ready.catch((error: unknown) => {
    if (!(error instanceof SetupError)) throw error;
    throw new AdminError(`${error.message} If npm start runs with ${dir}, stop it first.`);
  });
  return source;
}
