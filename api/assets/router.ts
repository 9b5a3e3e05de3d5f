import { type Request, type Response, Router } from 'express';
import { ApiError } from '../../shared/errors.ts';
import { daySeconds } from '../../shared/time.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import type { KeptFiles } from './kept-files.ts';
import { sendWebFile } from './send-file.ts';
import { getVersion, type PageScript } from './web-build.ts';
import type { WebFiles } from './web-files.ts';

const forEver = `public, max-age=${365 * daySeconds}, immutable`;

/** A merchant's page never waits for a new loader, and has it the next time. */
const loaderCaching = `public, max-age=300, stale-while-revalidate=${daySeconds}`;

/** With integrity or COEP, browsers load scripts of other origins only with these. */
const anyOrigin = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

/**
 * The browser code: `/assets/{name}-{hash}.{type}` of the pages, `/service-embed.js` for merchants' pages, and
 * `/service-embed@{version}.js`, which never changes. `/service-embed-cart.js?{hash}` is what a loader fetches for the
 * shop's cart, and `/service-embed-status.js?{hash}` for the status of a render, each loader its own: the hash is the
 * SHA-256 of the file in base64.
 */
export function assetsRouter(current: () => WebFiles, kept: KeptFiles): Router {
  const router = Router();
  const serve = (path: string, send: (req: Request, res: Response) => Promise<void> | void) =>
    router.route(path).get(send).all(methodNotAllowed('GET, HEAD'));

  serve('/assets/:name', async (req, res) => {
    const name = String(req.params.name);
    const file = current().files.get(`assets/${name}`) ?? (await kept.asset(name)) ?? missing(req, res);
    res.set({ 'Cache-Control': forEver, 'Cross-Origin-Resource-Policy': 'same-origin' });
    sendWebFile(req, res, file, name);
  });
  serve('/service-embed.js', (req, res) => {
    const { build, files } = current();
    const file = files.get(build.loader.path) ?? missing(req, res);
    res.set({ 'Cache-Control': loaderCaching, ...anyOrigin });
    sendWebFile(req, res, file, build.loader.version);
  });
  serve('/service-embed@:version.js', async (req, res) => {
    await sendVersion(req, res, current().build.loader, String(req.params.version));
  });
  for (const part of ['cart', 'status'] as const) {
    serve(`/service-embed-${part}.js`, async (req, res) => {
      const hash = Buffer.from(req.originalUrl.split('?')[1] ?? '', 'base64');
      await sendVersion(req, res, current().build[part], getVersion(hash));
    });
  }
  return router;

  async function sendVersion(req: Request, res: Response, own: PageScript, version: string): Promise<void> {
    const here = version === own.version ? current().files.get(own.path) : undefined;
    const file = here ?? (await kept.pageScript(version)) ?? missing(req, res);
    res.set({ 'Cache-Control': forEver, ...anyOrigin });
    sendWebFile(req, res, file, version);
  }
}

/** Not kept by caches: while a new version is rolled out, the next server may have the file. */
function missing(req: Request, res: Response): never {
  res.set('Cache-Control', 'no-store');
  throw new ApiError('NOT_FOUND', `There is no file ${req.path.slice(0, 200)}.`);
}
