import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import { ApiError, invalidInput } from '../../shared/errors.ts';
import { type FileDoc, fileBlob } from '../../shared/files/file-model.ts';
import { newId, sha256Hex } from '../../shared/ids.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import { isDuplicateKey } from '../../shared/mongodb/database-errors.ts';
import type { SignedImages } from '../../shared/secrets/signed-images.ts';
import { hourMs } from '../../shared/time.ts';
import type { ImageDecoder } from '../decoder/image-decoder.ts';
import { visibleModes } from '../http/authenticate.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import { clientAddress } from '../http/client-address.ts';
import type { DiskRoom } from '../http/disk-room.ts';
import type { StreamPlaces } from '../http/stream-places.ts';
import type { UploadQuota } from '../http/upload-quota.ts';
import { imageError, maxImageBytes } from '../renders/intake.ts';
import { saveUpload } from './save-upload.ts';

const keptHours = 24;

export interface FileDependencies {
  database: Pick<Database, 'files'>;
  blobs: BlobStorage;
  decoder: Pick<ImageDecoder, 'prepare'>;
  spoolDir: string;
  quota: UploadQuota;
  /** Bodies that arrive at once. */
  bodies: StreamPlaces;
  diskRoom: DiskRoom;
  signed: SignedImages;
  baseUrl: string;
  config: Pick<Config, 'BODY_IDLE_SECONDS' | 'BODY_TOTAL_SECONDS'>;
}

/** Who keeps a file; `_id` of one whose link was made before. */
interface FileOwner extends Pick<FileDoc, 'account' | 'mode'> {
  _id?: string;
}

/** A file as its account sees it. */
export interface UploadedFile {
  id: string;
  mimeType: string;
  width: number;
  height: number;
  bytes: number;
  createdAt: string;
  expiresAt: string;
}

interface Upload {
  req: Request;
  res: Response;
}

const tooLarge = () => invalidInput('file', 'is larger than 8 MiB; send it scaled down.');

/** `POST /files`: checks the image that is the body or the file of its form, and keeps it for a day. */
export async function receiveFile(
  dependencies: FileDependencies,
  { req, res }: Upload,
  owner: FileOwner,
): Promise<UploadedFile> {
  const { spoolDir, config, quota, decoder, diskRoom, bodies } = dependencies;
  await diskRoom.assertRoom();
  const path = join(spoolDir, newId('upload'));
  const signal = signalOfCaller(res);
  try {
    const leave = bodies.take({ keyId: owner.account, address: clientAddress(req.ip) });
    await saveUpload(req, path, { config, signal, maxBytes: maxImageBytes, tooLarge }).finally(leave);
    await quota(owner.account, Number((await stat(path)).size));
    const limits = { maxBytes: maxImageBytes };
    const prepared = await decoder
      .prepare(path, { limits, owner: owner.account, signal })
      .catch((error: unknown) => {
        throw imageError('file', error);
      });
    const { data = await readFile(path), ...facts } = prepared;
    return toView(await keep(dependencies, owner, { ...facts, data }));
  } finally {
    await rm(path, { force: true });
  }
}

interface CheckedImage extends Omit<FileDoc['image'], 'blob'> {
  data: Buffer;
}

/** The document first: no image may be left that no document, and so no deletion, knows. */
async function keep(
  { database, blobs }: FileDependencies,
  { account, mode, _id = newId('file') }: FileOwner,
  { data, mime, width, height }: CheckedImage,
): Promise<FileDoc> {
  const createdAt = new Date();
  const image = { blob: fileBlob({ _id, account }), mime, width, height, bytes: data.length };
  const until = new Date(createdAt.getTime() + keptHours * hourMs);
  const file = { _id, account, mode, image, sha256: sha256Hex(data), createdAt, until };
  await database.files.create(file).catch((error: unknown) => {
    throw isDuplicateKey(error)
      ? new ApiError('CONFLICT', 'An image was uploaded by this link before; request another link.')
      : error;
  });
  try {
    await blobs.put(image.blob, data, mime);
  } catch (error) {
    await database.files.deleteOne({ _id });
    throw error;
  }
  return file;
}

function toView({ _id, image, createdAt, until }: FileDoc): UploadedFile {
  return {
    id: _id,
    mimeType: image.mime,
    width: image.width,
    height: image.height,
    bytes: image.bytes,
    createdAt: createdAt.toISOString(),
    expiresAt: until.toISOString(),
  };
}

/** `DELETE /files/{id}`: at once. @throws ApiError NOT_FOUND also for a file of another account */
export async function removeFile(
  { database, blobs }: FileDependencies,
  { key, params: { id } }: { key: ApiKeyDoc; params: { id: string } },
): Promise<void> {
  const file = await database.files
    .findOne({ _id: id, account: key.account, ...visibleModes(key) })
    .lean<FileDoc>();
  if (!file) throw new ApiError('NOT_FOUND', 'There is no such file under this account.');
  await blobs.delete(file.image.blob);
  await database.files.deleteOne({ _id: id });
}
