import express, { type Request, type Response } from 'express';
import { ApiError } from '../../shared/errors.ts';

export const maxBodyBytes = 32 * 1024;

const readText = express.text({ type: () => true, limit: maxBodyBytes, inflate: false });

/** body-parser's failure types that are the caller's. */
const advice: Record<string, string> = {
  'entity.too.large': `must be ${maxBodyBytes / 1024} KiB at most.`,
  'encoding.unsupported': 'must be sent uncompressed.',
  'charset.unsupported': 'must be UTF-8.',
  'request.size.invalid': 'is shorter than its Content-Length.',
  'request.aborted': 'was cut off.',
};

/**
 * The JSON body of a small request, 32 KiB at most.
 * @throws ApiError INVALID_INPUT
 */
export async function readJson(
  req: Request,
  res: Response,
  types: readonly string[] = ['application/json'],
): Promise<unknown> {
  if (!req.is([...types])) throw refusal(`must be JSON, as ${types.join(' or ')}.`);
  await new Promise<void>((resolve, reject) => {
    readText(req, res, (error?: unknown) => (error ? reject(toRefusal(error)) : resolve()));
  });
  try {
    return JSON.parse(String(req.body));
  } catch (cause) {
    throw refusal('is not valid JSON.', cause);
  }
}

function toRefusal(error: unknown): unknown {
  const type = error instanceof Error && 'type' in error ? String(error.type) : '';
  return advice[type] ? refusal(advice[type], error) : error;
}

function refusal(problem: string, cause?: unknown): ApiError {
  return new ApiError('INVALID_INPUT', `The body ${problem}`, { cause });
}
