import Joi from 'joi';
import { ApiError } from '../../shared/errors.ts';
import type { LookOpenRequest, SharedLookView } from '../../shared/try-on/shared-look-contract.ts';
import {
  findLook,
  isOpenLook,
  lookEnded,
  type OpenLook,
  revokeLook,
} from '../../shared/try-on/shared-looks.ts';
import { isBot } from '../events/bots.ts';
import { noteLookOpen } from '../events/look-opens.ts';
import { getContext } from '../http/request-context.ts';
import type { StoreCall, VisitorCall } from './entrance.ts';
import { imagePaths } from './image-views.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';

export const lookOpenRequest = Joi.object<LookOpenRequest, true>({
  openId: Joi.string()
    .pattern(/^[\w-]{16,64}$/, '16 to 64 letters, digits, - and _')
    .required()
    .description('A random id of this open: a retry does not count again.'),
  webdriver: Joi.boolean()
    .default(false)
    .description('`navigator.webdriver`: whether a program drives the browser.'),
}).description('One open of a look.');

/** `GET /looks/{shortId}` */
export async function showLook(dependencies: TryOnDependencies, call: VisitorCall): Promise<SharedLookView> {
  return lookView(call, await findOpenLook(dependencies, call));
}

/** `POST /looks/{shortId}/opens`: the look, and one more open in the KPIs of its store. */
export async function openLook(
  dependencies: TryOnDependencies,
  call: VisitorCall & { body: Required<LookOpenRequest> },
): Promise<SharedLookView> {
  const { req, res, store } = call;
  const { openId, webdriver } = call.body;
  const look = await findOpenLook(dependencies, call);
  const noted = await noteLookOpen(dependencies.database.events, {
    ...{ store: store._id, shortId: look._id, openId },
    bot: isBot(req.get('user-agent'), webdriver),
    receivedAt: new Date(getContext(res).receivedAt),
    retentionDays: dependencies.config.EVENT_RETENTION_DAYS,
  });
  if (noted) await dependencies.noteDays([noted]);
  return lookView(call, look);
}

/** `DELETE /looks/{shortId}`: its own visitor takes it back; again is 204 too. */
export async function takeBackLook(dependencies: TryOnDependencies, call: VisitorCall): Promise<void> {
  const { database, blobs } = dependencies;
  const { sharedLooks } = database;
  const look = await findLook(sharedLooks, call.store, String(call.req.params.shortId));
  // The owner of an ended look is not kept: there is nothing left to take back.
  if (!look || (isOpenLook(look) && look.visitor !== call.visitor)) throw noSuchLook();
  if (look.until) await revokeLook({ sharedLooks, blobs }, look);
}

/** @throws ApiError NOT_FOUND, also for a look of another store; EXPIRED once it was revoked or has expired */
export async function findOpenLook(
  { database }: Pick<TryOnDependencies, 'database'>,
  { req, store }: StoreCall,
): Promise<OpenLook> {
  const look = await findLook(database.sharedLooks, store, String(req.params.shortId));
  if (!look) throw noSuchLook();
  if (!isOpenLook(look)) throw lookEnded();
  return look;
}

const noSuchLook = () => new ApiError('NOT_FOUND', 'There is no such look; check the link.');

function lookView({ store, visitor }: VisitorCall, look: OpenLook): SharedLookView {
  const { _id: shortId, picture, items, until } = look;
  return {
    shortId,
    picture: { url: imagePaths.look(store, shortId), width: picture.width, height: picture.height },
    items: items.map(({ productId, variantId = null }) => ({ productId, variantId })),
    expiresAt: until.toISOString(),
    own: look.visitor === visitor,
  };
}
