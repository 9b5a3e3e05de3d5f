import { Router } from 'express';
import type { EntryFiles } from '../assets/web-build.ts';
import type { WebFiles } from '../assets/web-files.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { pageSecurity } from '../http/page-security.ts';
import { homePage, type PageUrls } from './pages.tsx';

export interface PagesDependencies extends PageUrls {
  web: () => WebFiles;
}

/** Serves the public page beside the documentation: `/`. */
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
  return router;
}

const security = pageSecurity({ styleSrc: ["'self'"], fontSrc: ["'self'"], imgSrc: ['data:'] });
