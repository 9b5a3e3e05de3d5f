import { randomUUID } from 'node:crypto';
import mongoose, { type mongo } from 'mongoose';
import { sha256Hex } from '../../../shared/ids.ts';
import { type InstallationDoc, theInstallation } from '../../../shared/installation/installation-model.ts';
import { AdminError } from '../output.ts';
import { exactTypes } from './exact-types.ts';

/** In the target: which installation is copied into it. */
interface CopyMark {
  _id: 'copy';
  /** Id of the installation that is copied. */
  installation: string;
  /** Of the newest run, to recognise a target that is the source under another address. */
  run: string;
  /** Hash of the installation document as the copy wrote it; absent until then. */
  written?: string;
}

export const markCollection = 'databaseCopies';
export const installationCollection = 'installations';
const theMark = { _id: 'copy' } as const;

const getMarks = (db: mongo.Db) => db.collection<CopyMark>(markCollection);
const getInstallations = (db: mongo.Db) => db.collection<InstallationDoc>(installationCollection);

async function hashOfInstallation(db: mongo.Db): Promise<string | undefined> {
  const saved = await getInstallations(db).findOne(theInstallation, exactTypes);
  return saved ? sha256Hex(mongoose.mongo.BSON.serialize(saved)) : undefined;
}

/** @throws AdminError unless the source is an installation without running processes. */
async function readSource(source: mongo.Db): Promise<string> {
  const saved = await getInstallations(source).findOne(theInstallation);
  if (!saved?.pairedAt) {
    throw new AdminError(
      'The source has no installation id yet: start an API or a worker with it once, stop it, and copy again.',
    );
  }
  const running = Object.values(saved.members ?? {}).filter((until) => until > new Date()).length;
  if (running > 0) {
    throw new AdminError(
      `${running} processes run with the source: stop the API and the workers first (killed ones count for 15 s).`,
    );
  }
  return saved.id;
}

async function firstFilled(db: mongo.Db): Promise<string | undefined> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    if (!name.startsWith('system.') && (await db.collection(name).findOne({}))) return name;
  }
  return undefined;
}

/** @throws AdminError unless the target is empty, or holds an earlier copy of this installation that is not in use. */
async function assertMayWrite(target: mongo.Db, installation: string): Promise<void> {
  const mark = await getMarks(target).findOne(theMark);
  if (!mark) {
    const filled = await firstFilled(target);
    if (filled === undefined) return;
    const saved = await getInstallations(target).findOne(theInstallation);
    throw new AdminError(
      saved?.id === installation
        ? 'The target is the source, or is already in use with its data. Name an empty database in --to.'
        : `The target holds other data (collection ${filled}). Name an empty database in --to.`,
    );
  }
  if (mark.installation !== installation) {
    throw new AdminError('The target holds a copy of another installation. Name an empty database in --to.');
  }
  const present = await hashOfInstallation(target);
  if (present !== undefined && present !== mark.written) {
    throw new AdminError(
      'Processes have started with the target since it was copied, and its newer data would be overwritten. Name an empty database in --to.',
    );
  }
}

/**
 * Marks the target as a copy of the source in progress, and removes its installation document: no process starts
 * with a database without it while the blob storage has the id.
 * @throws AdminError when the target must not be written; nothing is removed then.
 */
export async function beginCopy(source: mongo.Db, target: mongo.Db): Promise<void> {
  const installation = await readSource(source);
  await assertMayWrite(target, installation);
  const run = randomUUID();
  await getMarks(target).updateOne(theMark, { $set: { installation, run } }, { upsert: true });
  if ((await getMarks(source).findOne(theMark))?.run === run) {
    throw new AdminError('The target is the source. Name another database in --to.');
  }
  await getInstallations(target).deleteMany({});
}

/** Notes what the installation document will be, before it is copied: a change of it shows that processes started. */
export async function noteInstallation(source: mongo.Db, target: mongo.Db): Promise<void> {
  const written = await hashOfInstallation(source);
  if (written !== undefined) await getMarks(target).updateOne(theMark, { $set: { written } });
}
