import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import type { StoreDirectory } from '../../shared/stores/store-directory.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { getSettings } from '../../shared/stores/store-settings.ts';
import type { WebFiles } from '../assets/web-files.ts';
import type { ServiceHosts } from '../http/context-check.ts';
import { logFailure, methodNotAllowed, toApiError } from '../http/error-response.ts';
import { getContext } from '../http/request-context.ts';
import { limitStoreGuesses } from '../http/store-guesses.ts';
import { sharesLinks } from '../try-on/share-address.ts';
import { buildBootstrap } from './bootstrap.ts';
import { type FramePolicy, framePolicy } from './frame-policy.ts';
import { hostedOrigin, hostedSlug, readOwnAddress, toOrigin } from './hosted-host.ts';
import { pageLanguage } from './language.ts';
import { type NoticePage, noticePage } from './notice-page.tsx';
import { createNonce, noticeHeaders, setHeaders, storePageHeaders } from './page-headers.ts';
import { parameter, passedOnQuery } from './parameters.ts';
import { type LookLookUp, type LookPage, lookHead, readLookPage } from './shared-look.tsx';
import { storePage } from './store-page.tsx';

export interface TryOnPagesDependencies {
  directory: StoreDirectory;
  service: ServiceHosts;
  web: () => WebFiles;
  looks: LookLookUp;
}

/**
 * The pages of the try-on: `/embed/{slug}?embed=1` for frames of a store's hosts, and `/` of
 * `{slug}.SERVICE_DOMAIN`, the hosted page. `/embed/{slug}` opened by itself leads to the hosted page.
 */
export function tryOnPagesRouter(dependencies: TryOnPagesDependencies): Router {
  const { directory, service } = dependencies;
  const findStore = limitStoreGuesses();
  const router = Router();
  router.get('/', async (req, res, next) => {
    const slug = hostedSlug(req.host, service);
    if (slug === undefined) return next();
    const store = await findStore(req, () => directory.bySlug(slug));
    if (!store) return sendNotice(dependencies, req, res, 'unknownStore');
    const look = await readLookPage(dependencies.looks, req, store);
    sendStorePage(dependencies, req, res, { store, look, frames: null });
  });
  router
    .route('/embed/:slug')
    .get(async (req, res) => {
      const slug = String(req.params.slug).toLowerCase();
      const store = await findStore(req, () => directory.bySlug(slug));
      if (!store) return sendNotice(dependencies, req, res, 'unknownStore');
      const origin = hostedOrigin(store.slug, readOwnAddress(req, service), service);
      if (origin !== undefined && isOpenedByItself(req)) {
        return res.set('Cache-Control', 'no-store').redirect(302, `${origin}/${passedOnQuery(req.query)}`);
      }
      const look = isOpenedByItself(req) ? await readLookPage(dependencies.looks, req, store) : noLook;
      sendStorePage(dependencies, req, res, { store, look, frames: getFrames(req, store, service) });
    })
    .all(methodNotAllowed('GET, HEAD'));
  router.use(failureNotice(dependencies));
  return router;
}

/** Browsers say where a page will be shown only to https and to this machine. */
function isOpenedByItself(req: Request): boolean {
  return parameter(req.query, 'embed') !== '1' || req.get('sec-fetch-dest') === 'document';
}

function getFrames(req: Request, store: StoreDoc, service: ServiceHosts): FramePolicy {
  return framePolicy({
    hosts: store.hosts,
    anywhere: getSettings(store).embedAnywhere,
    origin: parameter(req.query, 'origin'),
    ownOrigin: toOrigin(readOwnAddress(req, service)),
    development: service.development,
  });
}

/** A frame shows a look by the application alone: nothing else reads its page. */
const noLook: LookPage = { status: 200 };

interface Shown {
  store: StoreDoc;
  look: LookPage;
  /** null for the hosted page. */
  frames: FramePolicy | null;
}

function sendStorePage(
  { web, service }: TryOnPagesDependencies,
  req: Request,
  res: Response,
  { store, look: { status, look, products = [] }, frames }: Shown,
): void {
  const { tryOn } = web().build;
  const nonce = createNonce();
  const language = pageLanguage(req, parameter(req.query, 'lang'), getSettings(store).language);
  const sharingEnabled = sharesLinks(store, { host: req.host }, service);
  setHeaders(storePageHeaders(nonce, frames ? frames.ancestors : []), req, res);
  const html = storePage({
    bootstrap: buildBootstrap(store, language, frames, { sharingEnabled }),
    language,
    files: tryOn,
    nonce,
    hasItems: ['product_id', 'closet', 'flow'].some((name) => parameter(req.query, name)),
    ...(look &&
      lookHead({ look, products, store, language }, `${toOrigin(readOwnAddress(req, service))}${req.path}`)),
  });
  res.status(status).type('html').send(html);
}

const noticeStatus = { unknownStore: 404, unavailable: 503 } as const satisfies Record<
  NoticePage['kind'],
  number
>;

function sendNotice(
  { web }: TryOnPagesDependencies,
  req: Request,
  res: Response,
  kind: NoticePage['kind'],
): void {
  const language = pageLanguage(req, parameter(req.query, 'lang'), null);
  const nonce = createNonce();
  setHeaders(noticeHeaders(nonce), req, res);
  res
    .status(noticeStatus[kind])
    .type('html')
    .send(noticePage({ kind, language, files: web().build.tryOn, nonce }));
}

/** Shoppers get a page, not the Error object; for a path that cannot be decoded, there is no store either. */
function failureNotice(dependencies: TryOnPagesDependencies): ErrorRequestHandler {
  return (error, req, res, next) => {
    const failure = toApiError(error);
    if (res.headersSent || failure.code === 'METHOD_NOT_ALLOWED') return next(error);
    logFailure(getContext(res).log, failure, error);
    const isRefused = failure.status < 500 && failure.code !== 'RATE_LIMITED';
    if (isRefused) return sendNotice(dependencies, req, res, 'unknownStore');
    res.set('Retry-After', String(failure.detail.retryAfter ?? 60));
    sendNotice(dependencies, req, res, 'unavailable');
  };
}
