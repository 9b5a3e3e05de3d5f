import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import type { DecodeTurn } from '../../shared/images/decode-slots.ts';
import type { IncomingRender } from '../visualize/read-request.ts';
import { type AcceptDependencies, type Accepted, acceptRender } from './accept.ts';
import { assertCredit } from './assert-credit.ts';
import type { BackPressure } from './back-pressure.ts';
import { type DraftParts, makeDraft, type RenderOrigin } from './draft.ts';
import type { IntakeDependencies } from './intake.ts';
import type { Merchants } from './render-products.ts';
import { saveImages } from './save-images.ts';

export interface PlaceDependencies {
  accept: AcceptDependencies;
  backPressure: BackPressure;
  intake: IntakeDependencies;
}

/** A render that was checked in everything but what it costs. */
export interface PlacedRender extends Omit<DraftParts, 'scene' | 'products' | 'incoming'> {
  account: Pick<AccountDoc, 'credits'>;
  incoming: Omit<IncomingRender, 'discard'>;
  merchants: Merchants;
  /** In which its images are decoded; default: that of the account. */
  turn?: DecodeTurn;
}

/**
 * The last checks and the queue, in that order: credit, back-pressure, images, document (decisions "Order of
 * checks"). Every render of the platform comes through here.
 * @throws ApiError INSUFFICIENT_CREDITS, MODEL_UNAVAILABLE, or INVALID_INPUT naming an image.
 */
export async function placeRender(
  { accept, backPressure, intake }: PlaceDependencies,
  origin: RenderOrigin,
  render: PlacedRender,
  signal: AbortSignal,
): Promise<Accepted> {
  const { key } = origin;
  const { account, incoming, merchants, turn = { owner: key.account }, ...parts } = render;
  assertCredit(account, key.mode, accept.developersUrl);
  await backPressure.check(key.mode, parts.deadlineAt);
  const target = { renderId: parts._id, turn };
  const images = await saveImages(intake, target, incoming, merchants, signal);
  return acceptRender(accept, makeDraft(origin, { ...parts, ...images, incoming }));
}
