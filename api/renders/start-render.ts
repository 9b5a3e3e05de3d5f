import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import type { Catalog } from '../../shared/catalog/catalog.ts';
import type { StartLimits } from '../../shared/credits/daily-starts.ts';
import { newId } from '../../shared/ids.ts';
import { assertWithinDay } from '../../shared/keys/daily-limit.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { type AcceptDependencies, type Accepted, acceptRender, joinRender } from './accept.ts';
import { type AdmissionDependencies, admit, type Places } from './admission.ts';
import { assertCredit, insufficientCredits } from './assert-credit.ts';
import { assertMayStart } from './assert-may-start.ts';
import { assertNotSuspended } from './assert-not-suspended.ts';
import type { BackPressure } from './back-pressure.ts';
import { type CallerErrorDependencies, toCallerError } from './caller-error.ts';
import { checkImages, isCheckedByPreparing } from './check-images.ts';
import { type DraftParts, makeDraft } from './draft.ts';
import { findFiles } from './find-files.ts';
import { findByIdempotencyKey } from './idempotency.ts';
import type { IntakeDependencies } from './intake.ts';
import type { AdoptOrphan } from './orphans.ts';
import type { PlainCallers } from './plain-callers.ts';
import type { RenderCaller, RenderOrder } from './render-order.ts';
import { assertRenderable, findMerchants, type Merchants } from './render-products.ts';
import type { ResultWaiter } from './result-waiter.ts';
import { saveImages } from './save-images.ts';
import { placeSimulation } from './simulated-images.ts';
import { untilClosing } from './until-closing.ts';
import { toWebhook } from './webhook-request.ts';

export interface StartDependencies
  extends AdmissionDependencies,
    AcceptDependencies,
    IntakeDependencies,
    CallerErrorDependencies {
  database: AcceptDependencies['database'];
  blobs: IntakeDependencies['blobs'];
  catalog: Catalog;
  backPressure: BackPressure;
  plainCallers: Pick<PlainCallers, 'follow'>;
  adoptOrphan: AdoptOrphan;
  waiter: Pick<ResultWaiter, 'register' | 'closing'>;
  config: AdmissionDependencies['config'] & StartLimits;
}

/** A render that its caller can wait for; `waitForRender` releases the registration and the places. */
export interface StartedRender extends Accepted {
  caller: RenderCaller;
  places: Places;
}

/**
 * Starts a render, or joins the one that an earlier call of the same caller has started. Every render of the platform
 * comes through here. Its caller is authenticated (401); then come its limits (429), the request (400), the credit
 * (402), and what costs most to find out: the queue (503) and the images themselves (docs/architecture.md).
 * @param readOrder reads the request, once the caller is within its limits; the signal aborts when it has gone, or when
 *   this process stops
 * @throws ApiError
 */
export async function startRender(
  core: StartDependencies,
  readOrder: (signal: AbortSignal) => Promise<RenderOrder>,
  caller: RenderCaller,
): Promise<StartedRender> {
  const admission = await admit(core, caller);
  try {
    const accepted = await untilClosing(core.waiter.closing, caller.signal, async (signal) => {
      const order = await admission.countIfInvalid(readOrder(signal));
      return joinOrPlace(core, order, { ...caller, signal }, admission.account);
    });
    if (caller.plain) core.plainCallers.follow(accepted.render._id, caller.plain);
    return { ...accepted, caller, places: admission.places };
  } catch (error) {
    const told = await toCallerError(core, caller, error);
    await admission.places.release();
    throw told;
  }
}

async function joinOrPlace(
  core: StartDependencies,
  order: RenderOrder,
  caller: RenderCaller,
  account: AccountDoc,
): Promise<Accepted> {
  try {
    const started = await findStarted(core, order, caller);
    return started ? joinRender(core.waiter, started) : await placeOrder(core, order, caller, account);
  } finally {
    await order.discard?.();
  }
}

/** Finds the render that an order has started before: it has the same Idempotency-Key, or its call was cut off. */
async function findStarted(
  { database: { renders }, adoptOrphan }: StartDependencies,
  { idempotency }: RenderOrder,
  { key, plain, signal }: RenderCaller,
): Promise<RenderDoc | null> {
  const known = await findByIdempotencyKey(renders, key, idempotency);
  if (known || !plain) return known;
  return adoptOrphan({ keyId: key._id, fingerprint: idempotency.fingerprint, signal });
}

async function placeOrder(
  core: StartDependencies,
  asked: RenderOrder,
  caller: RenderCaller,
  account: AccountDoc,
): Promise<Accepted> {
  assertNotSuspended(account, caller);
  if (caller.kind === 'key') assertMayStart(account, caller.key.mode, core.config);
  const order = await findFiles(core.database, placeSimulation(asked, caller.key.mode), caller.key);
  const merchants = await findMerchants(core.catalog, order.products);
  assertRenderable(order.products, merchants);
  const parts = await checkParts(core, order, caller, account, merchants);
  const api = caller.plain ? core.peers.self : undefined;
  return acceptRender(core, makeDraft(caller, order, { ...parts, api }, core.now()), caller.key);
}

/**
 * Checks the images of an order, then the rest, and saves the images. A call learns of its images before everything
 * that comes after them, and of the first that cannot be used.
 */
async function checkParts(
  core: StartDependencies,
  order: RenderOrder,
  { key, signal }: RenderCaller,
  account: AccountDoc,
  merchants: Merchants,
): Promise<Omit<DraftParts, 'api'>> {
  const check = () => checkImages(core, order, { account: key.account, signal });
  const work = async () => {
    const webhook = await toWebhook(order.webhook, account, core.outbound, signal);
    assertCredit(account, key.mode, core.developersUrl);
    if (order.simulation?.name === 'insufficient-credits') throw insufficientCredits(0, core.developersUrl);
    if (key.mode === 'live') await assertWithinDay(core.database, key);
    await core.backPressure.check(key.mode, order.deadlineAt);
    const _id = order.renderId ?? newId('rnd');
    const target = { renderId: _id, turn: order.turn ?? { owner: key.account } };
    return { _id, webhook, ...(await saveImages(core, target, order, merchants, signal)) };
  };
  if (!isCheckedByPreparing(order)) {
    await check();
    return work();
  }
  return work().catch(async (error: unknown) => {
    await check();
    throw error;
  });
}
