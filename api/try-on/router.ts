import { Router } from 'express';
import { methodNotAllowed } from '../http/error-response.ts';
import { createEntrance, type StoreCall, type VisitorCall } from './entrance.ts';
import { showFlow } from './flow.ts';
import { openLook, showLook, takeBackLook } from './looks.ts';
import { sendLogo, sendLookPicture, sendModelPhoto, sendPhoto, sendTryOn } from './pictures.ts';
import { cancelRender, followOwnRender, showRender } from './renders.ts';
import { openSession } from './session.ts';
import { shareRender } from './share.ts';
import { shopperError } from './shopper-error.ts';
import { startRender } from './start-render.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';
import { removePhoto, uploadPhoto } from './visitor-photos.ts';

/** What a request counts for in the rate of its address; a flow reads as many pages of the catalog as it has
 * steps, and a result has megabytes. */
const points = {
  read: 1,
  session: 5,
  flow: 10,
  result: 10,
  look: 10,
  photo: 20,
  render: 20,
  share: 20,
} as const;

/** `/api/try-on/{slug}`: what the try-on in a shopper's browser calls, on our own origin (shared/try-on/contract.ts). */
export function tryOnRouter(dependencies: TryOnDependencies): Router {
  const { forPage, forVisitor } = createEntrance(dependencies.entrance);
  const page = (
    weight: keyof typeof points,
    handle: (d: TryOnDependencies, call: StoreCall) => Promise<void>,
  ) => forPage(points[weight], (call) => handle(dependencies, call));
  const visitor = (
    weight: keyof typeof points,
    handle: (d: TryOnDependencies, call: VisitorCall) => Promise<void>,
  ) => forVisitor(points[weight], (call) => handle(dependencies, call));

  const router = Router();
  const at = (path: string) => router.route(`/api/try-on/:slug${path}`);
  at('/session').post(page('session', openSession)).all(methodNotAllowed('POST'));
  at('/flows/:flow').get(page('flow', showFlow)).all(methodNotAllowed('GET'));
  at('/logo/:file').get(page('read', sendLogo)).all(methodNotAllowed('GET'));
  at('/models/:id/image').get(page('read', sendModelPhoto)).all(methodNotAllowed('GET'));
  at('/photos').post(visitor('photo', uploadPhoto)).all(methodNotAllowed('POST'));
  at('/photos/:id').delete(visitor('read', removePhoto)).all(methodNotAllowed('DELETE'));
  at('/photos/:id/image').get(page('read', sendPhoto)).all(methodNotAllowed('GET'));
  at('/renders').post(visitor('render', startRender)).all(methodNotAllowed('POST'));
  at('/renders/:id')
    .get(visitor('read', showRender))
    .delete(visitor('read', cancelRender))
    .all(methodNotAllowed('GET, DELETE'));
  at('/renders/:id/share').post(visitor('share', shareRender)).all(methodNotAllowed('POST'));
  at('/looks/:shortId')
    .get(visitor('look', showLook))
    .delete(visitor('look', takeBackLook))
    .all(methodNotAllowed('GET, DELETE'));
  at('/looks/:shortId/opens').post(visitor('look', openLook)).all(methodNotAllowed('POST'));
  at('/looks/:shortId/image')
    .get(page('look', sendLookPicture('picture')))
    .all(methodNotAllowed('GET'));
  at('/looks/:shortId/preview')
    .get(page('look', sendLookPicture('preview')))
    .all(methodNotAllowed('GET'));
  at('/renders/:id/image').get(page('result', sendTryOn)).all(methodNotAllowed('GET'));
  at('/renders/:id/events').get(visitor('read', followOwnRender)).all(methodNotAllowed('GET'));
  router.use('/api/try-on/:slug', shopperError);
  return router;
}
