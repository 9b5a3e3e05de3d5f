import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { ApiError, invalidInput } from '../../shared/errors.ts';
import { type BodyLimits, readChunks, saveBody } from '../http/save-body.ts';

/** Boundaries and headers of a form with one file. */
const formOverheadBytes = 64 * 1024;

export interface Upload {
  /** Of the file, where its form has one. */
  name?: string;
  /** The other fields of the form. */
  fields: Readonly<Record<string, string>>;
}

/**
 * Saves the file that is the body of a request, or the one file of its form, as a local file. The caller removes the
 * file, also when this rejects.
 * @throws ApiError INVALID_INPUT, BodyError when it does not arrive in time
 */
export async function saveUpload(req: Request, path: string, limits: BodyLimits): Promise<Upload> {
  if (!req.is('multipart/form-data')) {
    await saveBody(req, path, limits);
    return { fields: {} };
  }
  const form = openForm(req, limits.maxBytes);
  let saving: Promise<boolean> | undefined;
  let name: string | undefined;
  const fields: Record<string, string> = {};
  form.on('field', (field, value) => {
    fields[field] = value;
  });
  form.on('file', (_field, part, given) => {
    if (saving) return part.resume();
    name = given;
    saving = pipeline(part, createWriteStream(path, { flags: 'wx', mode: 0o600 })).then(() => part.truncated);
    // Awaited below, unless the form fails first.
    saving.catch(() => undefined);
  });
  const whole = { ...limits, maxBytes: limits.maxBytes + formOverheadBytes };
  await pipeline(readChunks(req, whole), form).catch((error: unknown) => {
    throw error instanceof ApiError || !isFormError(error) ? error : incomplete(error);
  });
  if (!saving) throw invalidInput('file', 'is missing; send it as a file of the form.');
  if (await saving) throw limits.tooLarge();
  return { ...(name ? { name } : {}), fields };
}

function openForm(req: Request, fileSize: number): BusboyInstance {
  try {
    const headers = { ...req.headers, 'content-type': req.get('content-type')! };
    return new Busboy({ headers, limits: { fileSize, files: 2, fields: 10, fieldSize: 1024 } });
  } catch (error) {
    throw incomplete(error);
  }
}

const isFormError = (error: unknown) => error instanceof Error && error.constructor === Error;

const incomplete = (cause: unknown) =>
  new ApiError('INVALID_INPUT', 'The body is not a complete multipart/form-data; send one file in it.', {
    cause,
  });
