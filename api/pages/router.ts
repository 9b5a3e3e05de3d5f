import { Router } from 'express';
import { methodNotAllowed } from '../http/error-response.ts';
import { pageSecurity } from '../http/page-security.ts';
import { developersPage, homePage, type PageUrls } from './texts.ts';

/** The public pages beside the documentation: `/` and `/developers`. */
export function pagesRouter(urls: PageUrls): Router {
  const router = Router();
  const page = (path: string, html: string) =>
    router
      .route(path)
      .get(security, (_req, res) => {
        res.set('Cache-Control', 'public, max-age=300').type('html').send(html);
      })
      .all(methodNotAllowed('GET'));
  page('/', homePage(urls));
  page('/developers', developersPage(urls));
  return router;
}

const security = pageSecurity({ styleSrc: ["'unsafe-inline'"], imgSrc: ['data:'] });
