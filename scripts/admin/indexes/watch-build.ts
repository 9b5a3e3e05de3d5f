import type { Connection } from 'mongoose';

export interface BuildProgress {
  seconds: number;
  /** Of the documents that the server's present phase reads, 0–1; absent where the server does not say. */
  share?: number;
}

const everyMs = 5_000;
const queryMs = 3_000;

/** The part of `$currentOp` that tells how far an index build is. */
interface Operation {
  progress?: { done: unknown; total: unknown };
}

/** Returns the share of the slowest member's build; undefined without an operation that reports one. */
export function getShare(operations: readonly Operation[]): number | undefined {
  const shares = operations
    .map(({ progress }) => (progress ? Number(progress.done) / Number(progress.total) : Number.NaN))
    .filter((share) => share >= 0 && share <= 1);
  return shares.length > 0 ? Math.min(...shares) : undefined;
}

/** Rejects where the user may not see the server's operations, and with the embedded database. */
function listOperations({ db }: Pick<Connection, 'db'>, collection: string): Promise<Operation[]> {
  const admin = db!.client.db('admin');
  const building = { $match: { 'command.createIndexes': collection } };
  return admin
    .aggregate<Operation>([{ $currentOp: { allUsers: true } }, building], { maxTimeMS: queryMs })
    .toArray();
}

/** Runs a build and reports every 5 s how far it is. */
export async function watchBuild(
  connection: Pick<Connection, 'db'>,
  collection: string,
  build: Promise<void>,
  onProgress: (progress: BuildProgress) => void,
): Promise<void> {
  const startedAt = Date.now();
  const report = async () => {
    const share = getShare(await listOperations(connection, collection).catch(() => []));
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    onProgress({ seconds, ...(share === undefined ? {} : { share }) });
  };
  const timer = setInterval(() => void report(), everyMs);
  await build.finally(() => clearInterval(timer));
}
