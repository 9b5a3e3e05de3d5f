import type { Request } from 'express';
import type { Config } from '../../shared/config/variables.ts';
import { randomBase62 } from '../../shared/ids.ts';
import { readBody } from '../http/body-scanner/read-body.ts';
import { discardBody, type ScannedBody } from '../http/body-scanner/scan-json-body.ts';
import { createSpillMemory, type SpillMemory } from '../http/body-scanner/spill-memory.ts';
import type { SpilledString } from '../http/body-scanner/spool.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { maxImageBytes } from '../renders/intake.ts';
import type { RenderOrder } from '../renders/render-order.ts';
import { collectReferences, fingerprint } from './image-references.ts';
import { imagePath, parseVisualizeRequest } from './request-schema.ts';

export interface RequestDependencies {
  /** Local folder for the inline images of a body. */
  spoolDir: string;
  memory: SpillMemory;
  config: Pick<Config, 'MAX_BODY_MIB' | 'BODY_IDLE_SECONDS' | 'BODY_TOTAL_SECONDS'>;
}

/** Images up to 256 KiB are never written to the spool folder. */
const spillMemory = { maxEach: 256 * 1024, maxTotal: 64 * 1024 * 1024 };

export function requestDependencies(
  config: RequestDependencies['config'],
  spoolDir: string,
): RequestDependencies {
  return { spoolDir, memory: createSpillMemory(spillMemory), config };
}

/** The validated body of a request. */
export interface ParsedOrder extends Pick<RenderOrder, 'scene' | 'products'> {
  /** Equal for equal requests, however their JSON is written. */
  fingerprint: string;
}

/** The order of a `POST /visualize`, from its body and `Idempotency-Key`. */
export type ReadOrder = Pick<RenderOrder, 'scene' | 'products' | 'idempotency' | 'discard'>;

/** Six products with the most tags that a shop platform allows, 250 of 255 characters, have 382 KB. */
const maxSkeletonBytes = 512 * 1024;

/**
 * Reads and validates a `POST /visualize`. The caller must `discard` it.
 * @throws ApiError INVALID_INPUT naming the field.
 */
export async function readRequest(
  dependencies: RequestDependencies,
  req: Request,
  signal: AbortSignal,
): Promise<ReadOrder> {
  const key = readIdempotencyKey(req);
  const body = await scanImages(dependencies, req, imagePath, signal);
  const discard = () => discardBody(body, dependencies.memory);
  try {
    const { scene, products, fingerprint } = parseOrder(body.value, body.spilled);
    return { scene, products, idempotency: { key, fingerprint }, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Validates a parsed request. @throws ApiError INVALID_INPUT naming the field. */
export function parseOrder(value: unknown, spilled: Map<string, SpilledString>): ParsedOrder {
  const request = parseVisualizeRequest(value, spilled);
  const { scene, products: images } = collectReferences(request, spilled);
  const products = request.products.map((item, index) => ({ ...item, images: images[index]! }));
  return { scene, products, fingerprint: fingerprint(request, { scene, products: images }) };
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
