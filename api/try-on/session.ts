import Joi from 'joi';
import type { SessionRequest, SessionView } from '../../shared/try-on/contract.ts';
import { listModelPhotos } from '../../shared/try-on/model-photos.ts';
import { isLinked } from '../../shared/try-on/visitor-links.ts';
import { capSubject } from './cap-subject.ts';
import type { StoreCall, VisitorCall } from './entrance.ts';
import { modelPhotoView, photoView } from './image-views.ts';
import { linkAnalytics } from './link-analytics.ts';
import { renderToContinue } from './own-renders.ts';
import { reportClosed } from './report-closed.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';
import { tryOnView } from './try-on-view.ts';
import { lastPhoto } from './visitor-photos.ts';
import { maxTokenLength, newVisitor } from './visitor-token.ts';
import { whyPaused } from './why-paused.ts';

/** Form of a visitor id chosen by a browser; it is only passed on to analytics. */
const analyticsId = /^[\w-]{8,64}$/;

export const sessionRequest = Joi.object<SessionRequest, true>({
  visitorId: Joi.string()
    .allow(null, '')
    .max(200)
    .default(null)
    .description('Id of an earlier visit, for analytics alone.'),
  anonymousId: Joi.string()
    .allow(null, '')
    .max(200)
    .default(null)
    .description('Identity that the storefront passed.'),
  token: Joi.string()
    .allow(null, '')
    .max(maxTokenLength)
    .default(null)
    .description('Token of an earlier visit: while it is valid, the visitor keeps photos and renders.'),
}).description('Ids and token that the browser has of its visitor.');

/**
 * `POST /session`: renews the token of a visitor, or creates a new visitor if the token is missing or invalid. The id that the
 * browser chose remains its id for analytics, and proves nothing.
 */
export async function openSession(
  dependencies: TryOnDependencies,
  call: StoreCall & { body: SessionRequest },
): Promise<SessionView> {
  const { store, body: request } = call;
  const { tokens } = dependencies;
  const proved = request.token ? tokens.verify(store._id, request.token)?.visitor : undefined;
  const visitor = proved ?? newVisitor();
  const visitorId = analyticsId.exec(request.visitorId ?? '')?.[0] ?? visitor;
  const analyticsIds = request.anonymousId ? [visitorId, request.anonymousId] : [visitorId];
  const visit: VisitorCall = { ...call, visitor, analyticsIds };
  // Of a new visitor there is nothing to erase yet: the token keeps the ids until there is.
  if (proved && (await isLinked(dependencies.database.visitorLinks, { store: store._id, visitor })))
    await linkAnalytics(dependencies, visit);
  const view = await viewSession(dependencies, visit);
  reportClosed(call, view.paused);
  return { token: tokens.issue(store._id, visit), visitorId, ...view };
}

async function viewSession(
  dependencies: TryOnDependencies,
  call: VisitorCall,
): Promise<Omit<SessionView, 'token' | 'visitorId'>> {
  const { database, signed } = dependencies;
  const { store } = call;
  const [models, photo, render, paused] = await Promise.all([
    listModelPhotos(database.modelPhotos, store),
    lastPhoto(database.photos, call),
    renderToContinue(database.renders, call),
    whyPaused(dependencies, store, capSubject(call)),
  ]);
  return {
    models: models.map((model) => modelPhotoView(store, model)),
    lastPhoto: photo && photoView(signed, store, photo),
    openRender: render && (await tryOnView(dependencies, store, render)),
    paused,
  };
}
