import express, { type Request, type Response } from 'express';
import { ApiError } from '../../shared/errors.ts';

const maxBodyBytes = 32 * 1024;

const readText = express.text({ type: () => true, limit: maxBodyBytes, inflate: false });

/** The error types of body-parser that are mistakes of the caller. */
const problems: Record<string, string> = {
  'entity.too.large': `must not be larger than ${maxBodyBytes / 1024} KiB.`,
  'encoding.unsupported': 'must be sent uncompressed.',
  'charset.unsupported': 'must be UTF-8.',
  'request.size.invalid': 'is shorter than its Content-Length.',
  'request.aborted': 'was truncated.',
};

/**
 * The JSON body of a small request, at most 32 KiB.
 * @throws ApiError INVALID_INPUT
 */
export async function readJson(
  req: Request,
  res: Response,
  types: readonly string[] = ['application/json'],
): Promise<unknown> {
  if (!req.is([...types])) throw invalidBody(`must be JSON, as ${types.join(' or ')}.`);
  await new Promise<void>((resolve, reject) => {
    readText(req, res, (error?: unknown) => (error ? reject(toInvalidInput(error)) : resolve()));
  });
  try {
    return JSON.parse(String(req.body));
  } catch (cause) {
    throw invalidBody('is not valid JSON.', cause);
  }
}

function toInvalidInput(error: unknown): unknown {
  const type = error instanceof Error && 'type' in error ? String(error.type) : '';
  return problems[type] ? invalidBody(problems[type], error) : error;
}

function invalidBody(problem: string, cause?: unknown): ApiError {
  return new ApiError('INVALID_INPUT', `The body ${problem}`, { cause });
}
