import type { Request } from 'express';
import type { Config } from '../../shared/config/variables.ts';
import { randomBase62 } from '../../shared/ids.ts';
import { readBody } from '../http/body-scanner/read-body.ts';
import { discardBody, type ScannedBody } from '../http/body-scanner/scan-json-body.ts';
import type { SpillMemory } from '../http/body-scanner/spill-memory.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { fingerprint, type RequestImages, referencesOf } from './image-references.ts';
import { maxImageBytes } from './intake.ts';
import { imagePath, parseVisualizeRequest, type VisualizeRequest } from './request-schema.ts';

export interface RequestDependencies {
  /** Local folder for the inline images of a body. */
  spoolDir: string;
  memory: SpillMemory;
  config: Pick<Config, 'MAX_BODY_MIB' | 'BODY_IDLE_SECONDS' | 'BODY_TOTAL_SECONDS'>;
}

/** A valid `POST /visualize`: what is to be rendered, and where the bytes of its images are. */
export interface IncomingRender {
  request: VisualizeRequest;
  images: RequestImages;
  idempotencyKey: string | undefined;
  /** Equal for equal requests, however their JSON is written. */
  fingerprint: string;
  /** Removes the inline images from memory and disk. */
  discard(): Promise<void>;
}

const maxSkeletonBytes = 256 * 1024;

/**
 * Reads and validates the request. The caller must `discard` it.
 * @throws ApiError INVALID_INPUT naming the field.
 */
export async function readRequest(
  dependencies: RequestDependencies,
  req: Request,
  signal: AbortSignal,
): Promise<IncomingRender> {
  const idempotencyKey = idempotencyKeyOf(req);
  const body = await scan(dependencies, req, signal);
  const discard = () => discardBody(body, dependencies.memory);
  try {
    const request = parseVisualizeRequest(body.value, body.spilled);
    const images = referencesOf(request, body.spilled);
    return { request, images, idempotencyKey, fingerprint: fingerprint(request, images), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

function scan(
  { config, spoolDir, memory }: RequestDependencies,
  req: Request,
  signal: AbortSignal,
): Promise<ScannedBody> {
  return readBody(req, {
    spoolDir,
    maxBodyBytes: config.MAX_BODY_MIB * 1024 * 1024,
    maxSkeletonBytes,
    maxSpilledBytes: maxImageBytes,
    token: randomBase62(24),
    imagePath,
    signal,
    memory,
    idleTimeoutMs: config.BODY_IDLE_SECONDS * 1000,
    totalTimeoutMs: config.BODY_TOTAL_SECONDS * 1000,
  });
}
