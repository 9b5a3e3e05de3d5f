import { join } from 'node:path';
import pTimeout from 'p-timeout';
import type { BlobStorage } from '../blobs/blob-storage.ts';
import { ConfigError } from '../config/load.ts';
import type { Config } from '../config/variables.ts';
import { newId } from '../ids.ts';
import { throttledErrorLog } from '../jobs/throttled-log.ts';
import type { Logger } from '../log.ts';
import type { RenderModel } from '../renders/render-model.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import {
  type InstallationDoc,
  type InstallationModel,
  type SharedSettings,
  theInstallation,
} from './installation-model.ts';
import { assertPaired, type BlobSetting, readPairing } from './pair.ts';
import { disagreement, pickSharedSettings } from './shared-settings.ts';

export interface InstallationDependencies {
  database: { installations: InstallationModel; renders: RenderModel };
  blobs: BlobStorage;
  secrets: Pick<SecretBox, 'keyIds'>;
  config: Config;
  log: Logger;
}

export interface Membership {
  /** Of this process, in `InstallationDoc.members`. */
  id: string;
  /** @throws Error unless the blob storage can be read and belongs to the database. */
  probeBlobs(): Promise<void>;
  close(): Promise<void>;
}

/** Must outlive a few missed heartbeats, and end soon after a killed process. */
const lifetimeMs = 15_000;
/** Also how soon other processes know that this one is alive (`findLostMembers`). */
const everyMs = 1_000;
const closeMs = 1_000;
const maxRounds = 10;

/**
 * Joins the installation that the database describes, as one of its running processes.
 * @throws ConfigError when this process has another blob storage or other settings: it would take jobs that
 *   it cannot do.
 */
export async function joinInstallation(dependencies: InstallationDependencies): Promise<Membership> {
  const { database, blobs, config, secrets, log } = dependencies;
  const { installations, renders } = database;
  const pair = { installations, renders, blobs };
  await assertPaired(pair, blobSetting(config));
  const id = newId('proc');
  const member = `members.${id}`;
  await agree(installations, member, pickSharedSettings(config, secrets.keyIds));
  const onError = throttledErrorLog(log, 'Heartbeat of the installation');
  const beat = () =>
    installations.updateOne(theInstallation, { $set: { [member]: new Date(Date.now() + lifetimeMs) } });
  const timer = setInterval(() => void beat().catch(onError), everyMs);
  timer.unref();
  return {
    id,
    async probeBlobs() {
      const pairing = await readPairing(pair);
      if (pairing !== 'paired') throw new Error(`the blob storage is not that of the database: ${pairing}`);
    },
    async close() {
      clearInterval(timer);
      const leaving = installations.updateOne(theInstallation, { $unset: { [member]: 1 } }).exec();
      await pTimeout(leaving, { milliseconds: closeMs }).catch(onError);
    },
  };
}

/** Lets the next processes start with other settings while some still run: for a deploy that changes them. */
export async function acceptNewSettings(installations: InstallationModel): Promise<void> {
  await installations.updateOne(theInstallation, { $unset: { settings: 1 }, $inc: { revision: 1 } });
}

/** Compares the settings with those of the running processes, and registers this one if they agree. */
async function agree(installations: InstallationModel, member: string, own: SharedSettings): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const now = new Date();
    const saved = await installations.findOne(theInstallation).lean<InstallationDoc>();
    const { settings, members = {}, revision } = saved ?? {};
    const expired = Object.keys(members).filter((id) => members[id]! < now);
    const reason = settings && disagreement(settings, own, expired.length < Object.keys(members).length);
    if (reason) {
      throw new ConfigError(
        `Configuration: ${reason}. To change it on purpose, stop them (killed ones count for 15 s), or run "npm run admin -- installation accept" first.`,
      );
    }
    const gone = Object.fromEntries(expired.map((id) => [`members.${id}`, 1]));
    const { modifiedCount } = await installations.updateOne(
      { ...theInstallation, revision: revision ?? { $exists: false } },
      {
        $set: {
          settings: { ...own, secretsKeys: currentKeys(settings, own) },
          [member]: new Date(now.getTime() + lifetimeMs),
        },
        $inc: { revision: 1 },
        ...(expired.length > 0 && { $unset: gone }),
      },
    );
    if (modifiedCount === 1) return;
  }
  throw new Error('The installation document was changed by other processes too often; start again.');
}

/** A process that lacks the newest key, in the middle of a rotation, does not replace the list. */
function currentKeys(saved: SharedSettings | undefined, own: SharedSettings): string[] {
  const [newest] = saved?.secretsKeys ?? [];
  return saved && newest && !own.secretsKeys.includes(newest) ? saved.secretsKeys : own.secretsKeys;
}

function blobSetting({ S3_BUCKET, DATA_DIR }: Config): BlobSetting {
  if (S3_BUCKET !== '') return { text: `S3_BUCKET=${S3_BUCKET}`, startEmpty: 'use an empty bucket' };
  const startEmpty = `move ${join(DATA_DIR, 'blobs')} away to start empty`;
  return { text: `DATA_DIR=${DATA_DIR}`, startEmpty };
}
