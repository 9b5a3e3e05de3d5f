import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobStorage } from '../blobs/blob-storage.ts';
import { ConfigError } from '../config/load.ts';
import { newId } from '../ids.ts';
import type { RenderDoc, RenderModel } from '../renders/render-model.ts';
import { type InstallationDoc, type InstallationModel, theInstallation } from './installation-model.ts';
import { readMarker, writeMarker } from './marker.ts';

export interface PairDependencies {
  installations: InstallationModel;
  renders: RenderModel;
  blobs: BlobStorage;
}

export interface BlobSetting {
  /** As an operator set it, e.g. `S3_BUCKET=renders`. */
  text: string;
  /** Instruction for starting with an empty storage instead. */
  startEmpty: string;
}

/** The relation of database and blob storage, from the installation id in each. */
export type Pairing = 'paired' | 'unequal' | 'no marker' | 'no document' | 'neither';

const pairingMs = 15_000;
const pauseMs = 100;
const sampledRenders = 20;

export async function readPairing({ installations, blobs }: PairDependencies): Promise<Pairing> {
  const [saved, marker] = await Promise.all([readSaved(installations), readMarker(blobs)]);
  const id = saved?.pairedAt && saved.id;
  if (id === undefined) return marker === undefined ? 'neither' : 'no document';
  if (marker === undefined) return 'no marker';
  return marker === id ? 'paired' : 'unequal';
}

/**
 * Makes sure that this blob storage belongs to this database. The first start of an installation writes the
 * same id into both; a database that knows renders and a storage that has their images get it too.
 * @throws ConfigError when they do not belong together; nothing is written then.
 */
export async function assertPaired(dependencies: PairDependencies, setting: BlobSetting): Promise<void> {
  const until = Date.now() + pairingMs + pauseMs;
  for (;;) {
    const pairing = await readPairing(dependencies);
    if (pairing === 'paired') return;
    const saved = await readSaved(dependencies.installations);
    const pending = saved !== null && !saved.pairedAt;
    if (pairing === 'neither' && !pending) {
      if (!(await mayPair(dependencies))) throw mismatch(pairing, setting);
      await reserve(dependencies.installations);
    } else if (!pending) throw mismatch(pairing, setting);
    if (await takePairing(dependencies.installations)) await finish(dependencies);
    else if (Date.now() > until) throw mismatch('no marker', setting);
    else await sleep(pauseMs);
  }
}

/** Writes a new id into both, on purpose: of an operator who says that they belong together. */
export async function adoptBlobs({ installations, blobs }: PairDependencies): Promise<string> {
  const id = newId('inst');
  await installations.updateOne(
    theInstallation,
    { $set: { id }, $unset: { pairedAt: 1, pairingUntil: 1 } },
    { upsert: true },
  );
  await writeMarker(blobs, id);
  await installations.updateOne({ ...theInstallation, id }, { $set: { pairedAt: new Date() } });
  return id;
}

const readSaved = (installations: InstallationModel) =>
  installations.findOne(theInstallation).lean<InstallationDoc>();

/**
 * Returns true if a database and a storage without ids belong together: both are empty, or they are of a release
 * before the ids and the storage has the images of the database's renders.
 */
async function mayPair({ renders, blobs }: PairDependencies): Promise<boolean> {
  const sample = await renders
    .find({}, { scene: 1, result: 1 })
    .sort({ _id: -1 })
    .limit(sampledRenders)
    .lean<RenderDoc[]>();
  if (sample.length === 0) return (await blobs.list('renders/', { limit: 1 })).length === 0;
  for (const key of sample.flatMap(({ scene, result }) => [scene.blob, ...(result ? [result.blob] : [])])) {
    if ((await blobs.stat(key)) !== null) return true;
  }
  return false;
}

async function reserve(installations: InstallationModel): Promise<void> {
  const id = newId('inst');
  await installations
    .updateOne(theInstallation, { $setOnInsert: { id, pairingUntil: new Date(0) } }, { upsert: true })
    .catch((error: unknown) => {
      // Another process inserted it at the same moment.
      if (!(error instanceof Error && 'code' in error && error.code === 11000)) throw error;
    });
}

/** Only one process writes the marker, so that two with different storages cannot both become a pair. */
async function takePairing(installations: InstallationModel): Promise<boolean> {
  const now = new Date();
  const { modifiedCount } = await installations.updateOne(
    { ...theInstallation, pairedAt: { $exists: false }, pairingUntil: { $lt: now } },
    { $set: { pairingUntil: new Date(now.getTime() + pairingMs) } },
  );
  return modifiedCount === 1;
}

async function finish({ installations, blobs }: PairDependencies): Promise<void> {
  const saved = await readSaved(installations);
  const marker = await readMarker(blobs);
  if (!saved || (marker !== undefined && marker !== saved.id)) return;
  await writeMarker(blobs, saved.id);
  await installations.updateOne({ ...theInstallation, id: saved.id }, { $set: { pairedAt: new Date() } });
}

const reasons: Record<Exclude<Pairing, 'paired'>, string> = {
  unequal: 'belongs to another database than MONGODB_URI',
  'no marker': 'has no marker, although the database in MONGODB_URI knows its blob storage',
  'no document': 'belongs to another database than MONGODB_URI, which knows no blob storage',
  neither: 'and the database in MONGODB_URI are not known to belong together, and one of them has renders',
};

function mismatch(pairing: Exclude<Pairing, 'paired'>, { text, startEmpty }: BlobSetting): ConfigError {
  const remedies = `Correct the setting, ${startEmpty}, or run "npm run admin -- blobs adopt" if both belong together`;
  return new ConfigError(`Configuration: the blob storage (${text}) ${reasons[pairing]}. ${remedies}.`);
}
