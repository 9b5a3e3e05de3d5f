import type { Request } from 'express';
import type { Config } from '../../shared/config/variables.ts';
import { randomBase62 } from '../../shared/ids.ts';
import { readBody } from '../http/body-scanner/read-body.ts';
import { discardBody, type ScannedBody } from '../http/body-scanner/scan-json-body.ts';
import type { SpillMemory } from '../http/body-scanner/spill-memory.ts';
import type { SpilledString } from '../http/body-scanner/spool.ts';
import { idempotencyKeyOf } from '../renders/idempotency.ts';
import { maxImageBytes } from '../renders/intake.ts';
import { fingerprint, type RequestImages, referencesOf } from './image-references.ts';
import { imagePath, parseVisualizeRequest, type VisualizeRequest } from './request-schema.ts';

export interface RequestDependencies {
  /** Local folder for the inline images of a body. */
  spoolDir: string;
  memory: SpillMemory;
  config: Pick<Config, 'MAX_BODY_MIB' | 'BODY_IDLE_SECONDS' | 'BODY_TOTAL_SECONDS'>;
}

/** What a valid request asks for, and where the bytes of its images are. */
export interface RequestedRender {
  request: VisualizeRequest;
  images: RequestImages;
  /** Equal for equal requests, however their JSON is written. */
  fingerprint: string;
}

/** A valid request that can be submitted. */
export interface IncomingRender extends RequestedRender {
  idempotencyKey: string | undefined;
  /** How long the key is kept; default: the 24 hours of an Idempotency-Key. */
  keyMs?: number;
  /** Removes the inline images from memory and disk. */
  discard(): Promise<void>;
}

const maxSkeletonBytes = 256 * 1024;

/**
 * Reads and validates a `POST /visualize`. The caller must `discard` it.
 * @throws ApiError INVALID_INPUT naming the field.
 */
export async function readRequest(
  dependencies: RequestDependencies,
  req: Request,
  signal: AbortSignal,
): Promise<IncomingRender> {
  const idempotencyKey = idempotencyKeyOf(req);
  const body = await scanImages(dependencies, req, imagePath, signal);
  const discard = () => discardBody(body, dependencies.memory);
  try {
    return { ...requestedRender(body.value, body.spilled), idempotencyKey, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Validates a parsed request. @throws ApiError INVALID_INPUT naming the field. */
export function requestedRender(value: unknown, spilled: Map<string, SpilledString>): RequestedRender {
  const request = parseVisualizeRequest(value, spilled);
  const images = referencesOf(request, spilled);
  return { request, images, fingerprint: fingerprint(request, images) };
}

/**
 * Reads a JSON body and takes the inline images at the paths of `images` out of it. The caller owns them.
 * @throws ApiError INVALID_INPUT
 */
export function scanImages(
  { config, spoolDir, memory }: RequestDependencies,
  req: Request,
  images: RegExp,
  signal: AbortSignal,
): Promise<ScannedBody> {
  return readBody(req, {
    spoolDir,
    maxBodyBytes: config.MAX_BODY_MIB * 1024 * 1024,
    maxSkeletonBytes,
    maxSpilledBytes: maxImageBytes,
    token: randomBase62(24),
    imagePath: images,
    signal,
    memory,
    idleTimeoutMs: config.BODY_IDLE_SECONDS * 1000,
    totalTimeoutMs: config.BODY_TOTAL_SECONDS * 1000,
  });
}
