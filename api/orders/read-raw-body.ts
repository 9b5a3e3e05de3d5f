import express, { type Request, type Response } from 'express';
import { ApiError } from '../../shared/errors.ts';

const maxOrderBytes = 1024 * 1024;

const readRaw = express.raw({ type: () => true, limit: maxOrderBytes, inflate: false });

/** body-parser's error types that are the caller's mistake. */
const advice: Record<string, string> = {
  'entity.too.large': 'is larger than 1 MiB, the maximum.',
  'encoding.unsupported': 'must be sent uncompressed.',
  'request.size.invalid': 'is shorter than its Content-Length.',
  'request.aborted': 'was cut off.',
};

/** The bytes that were signed, unchanged. @throws ApiError INVALID_INPUT */
export async function readRawBody(req: Request, res: Response): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    readRaw(req, res, (error?: unknown) => (error ? reject(toRefusal(error)) : resolve()));
  });
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
}

function toRefusal(error: unknown): unknown {
  const type = error instanceof Error && 'type' in error ? String(error.type) : '';
  if (!advice[type]) return error;
  return new ApiError('INVALID_INPUT', `The body ${advice[type]}`, { cause: error });
}
