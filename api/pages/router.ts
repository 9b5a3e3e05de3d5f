import { Router } from 'express';
import type { EntryFiles } from '../assets/web-build.ts';
import type { WebFiles } from '../assets/web-files.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { pageSecurity } from '../http/page-security.ts';
import { developersPage, homePage, type PageUrls } from './pages.tsx';

export interface PagesDependencies extends PageUrls {
  web: () => WebFiles;
}

/** Serves the public pages beside the documentation: `/` and `/developers`. */
export function pagesRouter({ web, ...urls }: PagesDependencies): Router {
  const router = Router();
  const page = (path: string, make: (urls: PageUrls, files: EntryFiles) => string) =>
    router
      .route(path)
      .get(security, (_req, res) => {
        const { home } = web().build;
        res.set('Cache-Control', 'public, max-age=300').type('html').send(make(urls, home));
      })
      .all(methodNotAllowed('GET'));
  page('/', homePage);
  page('/developers', developersPage);
  return router;
}

const security = pageSecurity({ styleSrc: ["'self'"], fontSrc: ["'self'"], imgSrc: ['data:'] });
