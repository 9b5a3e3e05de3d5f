import type { Request, Response } from 'express';
import type { FileDoc } from '../../shared/files/file-model.ts';
import { newId } from '../../shared/ids.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import { type FileDependencies, receiveFile, type UploadedFile } from './files.ts';

export const uploadRoute = '/uploads/:account/:mode/:id';

/** The right of a browser to upload one image, without a key. */
export interface UploadLink {
  /** The file that it becomes. */
  id: string;
  url: string;
  expiresAt: string;
}

type LinkedFile = Pick<FileDoc, '_id' | 'account' | 'mode'>;

const toPath = ({ _id, account, mode }: LinkedFile) => `/uploads/${account}/${mode}/${_id}`;

/** `POST /files/links` */
export function createUploadLink(
  { signed, baseUrl }: Pick<FileDependencies, 'signed' | 'baseUrl'>,
  { account, mode }: ApiKeyDoc,
): UploadLink {
  const _id = newId('file');
  const url = new URL(baseUrl + signed.sign(toPath({ _id, account, mode })));
  const expiresAt = new Date(Number(url.searchParams.get('until')) * 1000).toISOString();
  return { id: _id, url: url.href, expiresAt };
}

interface LinkCall {
  req: Request;
  res: Response;
  params: { account: string; mode: string; id: string };
}

/** `POST` of a link, from a page of any origin; once. @throws ApiError NOT_FOUND unless it is signed, CONFLICT the second time */
export async function receiveLinkedFile(
  dependencies: FileDependencies,
  { req, res, params: { account, mode, id } }: LinkCall,
): Promise<UploadedFile> {
  res.set('Access-Control-Allow-Origin', '*');
  const file = { _id: id, account, mode: mode as FileDoc['mode'] };
  dependencies.signed.assertSigned(toPath(file), req.query);
  return receiveFile(dependencies, { req, res }, file);
}
