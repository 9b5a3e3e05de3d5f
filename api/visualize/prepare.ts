import type { Request } from 'express';
import type { Catalog } from '../../shared/catalog/catalog.ts';
import type { Config } from '../../shared/config/variables.ts';
import { newId, randomBase62 } from '../../shared/ids.ts';
import { outputSize } from '../../shared/images/output.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type {
  RenderDoc,
  RenderModel,
  RenderProduct,
  StoredImage,
} from '../../shared/renders/render-model.ts';
import { readBody } from '../http/body-scanner/read-body.ts';
import { discardBody, type ScannedBody } from '../http/body-scanner/scan-json-body.ts';
import type { SpillMemory } from '../http/body-scanner/spill-memory.ts';
import { findRepeat, idempotencyKeyOf, idempotencyLimits } from './idempotency.ts';
import { fingerprint, type ImageReference, type RequestImages, referencesOf } from './image-references.ts';
import { createIntake, type IntakeDependencies, maxImageBytes } from './intake.ts';
import {
  assertRenderable,
  findMerchants,
  genericProduct,
  isRenderable,
  type Merchants,
  merchantProduct,
} from './render-products.ts';
import { parseVisualizeRequest, type VisualizeRequest } from './request-schema.ts';

export interface PrepareDependencies extends IntakeDependencies {
  catalog: Catalog;
  renders: RenderModel;
  memory: SpillMemory;
  config: Pick<
    Config,
    'MAX_BODY_MIB' | 'BODY_IDLE_SECONDS' | 'BODY_TOTAL_SECONDS' | 'RENDER_DEADLINE_SECONDS'
  >;
}

export interface PrepareContext {
  key: ApiKeyDoc;
  requestId: string;
  receivedAt: number;
  signal: AbortSignal;
  /** Called once the request is known to be valid and new, before any image is fetched. */
  beforeFetch(deadlineAt: number): Promise<void>;
}

const maxSkeletonBytes = 256 * 1024;

/**
 * Turns the body of `POST /visualize` into a draft of a render whose images are in the blob storage,
 * or finds the render that an Idempotency-Key stands for. Nothing of the body outlives this call.
 * @throws ApiError INVALID_INPUT naming the field.
 */
export async function prepareRender(
  dependencies: PrepareDependencies,
  req: Request,
  context: PrepareContext,
): Promise<{ draft: RenderDoc } | { repeat: RenderDoc }> {
  const idempotencyKey = idempotencyKeyOf(req);
  const body = await scan(dependencies, req, context.signal);
  try {
    const request = parseVisualizeRequest(body.value, body.spilled);
    const images = referencesOf(request, body.spilled);
    const print = fingerprint(request, images);
    const account = context.key.account;
    const repeat = idempotencyKey && (await findRepeat(dependencies.renders, account, idempotencyKey, print));
    if (repeat) return { repeat };
    const merchants = await findMerchants(dependencies.catalog, request);
    assertRenderable(request, merchants);
    const deadlineAt = context.receivedAt + dependencies.config.RENDER_DEADLINE_SECONDS * 1000;
    await context.beforeFetch(deadlineAt);
    const draft = await makeDraft(dependencies, { request, images, merchants }, { ...context, deadlineAt });
    if (idempotencyKey) draft.idempotency = remembered(idempotencyKey, print);
    return { draft };
  } finally {
    await discardBody(body, dependencies.memory);
  }
}

function remembered(key: string, print: string): NonNullable<RenderDoc['idempotency']> {
  return { key, fingerprint: print, until: new Date(Date.now() + idempotencyLimits.keepMs) };
}

function scan(
  { config, spoolDir, memory }: PrepareDependencies,
  req: Request,
  signal: AbortSignal,
): Promise<ScannedBody> {
  return readBody(req, {
    spoolDir,
    maxBodyBytes: config.MAX_BODY_MIB * 1024 * 1024,
    maxSkeletonBytes,
    maxSpilledBytes: maxImageBytes,
    token: randomBase62(24),
    signal,
    memory,
    idleTimeoutMs: config.BODY_IDLE_SECONDS * 1000,
    totalTimeoutMs: config.BODY_TOTAL_SECONDS * 1000,
  });
}

/** What was asked for, where its images are, and which products a catalog has pictures of. */
interface Asked {
  request: VisualizeRequest;
  images: RequestImages;
  merchants: Merchants;
}

async function makeDraft(
  dependencies: PrepareDependencies,
  asked: Asked,
  context: PrepareContext & { deadlineAt: number },
): Promise<RenderDoc> {
  const renderId = newId('rnd');
  const { scene, products } = await takeIn(dependencies, renderId, asked, context.signal);
  const now = Date.now();
  return {
    _id: renderId,
    account: context.key.account,
    keyId: context.key._id,
    mode: context.key.mode,
    state: 'new',
    scene,
    products,
    output: outputSize(scene),
    requestId: context.requestId,
    fence: 0,
    delivery: 1,
    timings: { intake: now - context.receivedAt },
    deadlineAt: new Date(context.deadlineAt),
    createdAt: new Date(now),
  };
}

async function takeIn(
  dependencies: PrepareDependencies,
  renderId: string,
  { request, images, merchants }: Asked,
  signal: AbortSignal,
): Promise<Pick<RenderDoc, 'scene' | 'products'>> {
  const intake = createIntake(dependencies, renderId);
  // The first image that cannot be used ends the others: their fetches need not go on.
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const stored: Promise<StoredImage>[] = [];
  const store = (image: ImageReference) => {
    const storing = intake.store(image, either);
    stored.push(storing);
    return storing;
  };
  try {
    const [scene, ...products] = await Promise.all([
      store(images.scene),
      ...request.products.map(async (item, index): Promise<RenderProduct> => {
        const merchant = merchants[index];
        if (isRenderable(merchant)) return merchantProduct(item, merchant);
        return genericProduct(item, await Promise.all(images.products[index]!.map(store)));
      }),
    ]);
    return { scene, products };
  } catch (error) {
    failed.abort();
    await Promise.allSettled(stored);
    await dependencies.blobs.deletePrefix(`renders/${renderId}/`);
    throw error;
  }
}
