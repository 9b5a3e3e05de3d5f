import type { Request } from 'express';
import { ApiError } from '../../shared/errors.ts';
import { refusePrototype } from '../../shared/validation/validate.ts';
import { discardBody, type ScannedBody } from '../http/body-scanner/scan-json-body.ts';
import { type RequestDependencies, scanImages } from '../visualize/read-request.ts';

/** Paths of the images in the arguments of `visualize`. */
const imagePath = /^params\.arguments\.(?:sceneImage|products\[\d+\]\.images\[\d+\])$/;

/**
 * Reads one JSON-RPC message; its inline images are decoded into the spool, like those of `POST /visualize`.
 * The caller discards the body.
 * @throws ApiError INVALID_INPUT
 */
export async function readMessage(
  dependencies: RequestDependencies,
  req: Request,
  signal: AbortSignal,
): Promise<ScannedBody> {
  const body = await scanImages(dependencies, req, imagePath, signal);
  try {
    checkMessage(body.value);
    return body;
  } catch (error) {
    await discardBody(body, dependencies.memory);
    throw error;
  }
}

function checkMessage(message: unknown): void {
  if (Array.isArray(message))
    throw new ApiError(
      'INVALID_INPUT',
      'The body must be one JSON-RPC message; send each message of a batch alone.',
    );
  // The SDK drops a field of this name before a tool can refuse it.
  refusePrototype(message);
}
