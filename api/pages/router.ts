import { Router } from 'express';
import type { WebFiles } from '../assets/web-files.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { pageSecurity } from '../http/page-security.ts';
import type { Readiness } from '../ops/readiness.ts';
import { type Home, homePage } from './pages.tsx';

export interface PagesDependencies extends Omit<Home, 'status'> {
  web: () => WebFiles;
  readiness: () => Promise<Readiness>;
}

/** Serves the public page beside the documentation: `/`. */
export function pagesRouter({ web, readiness, ...home }: PagesDependencies): Router {
  const router = Router();
  router
    .route('/')
    .get(security, async (_req, res) => {
      const { status } = await readiness();
      const html = homePage({ ...home, status }, web().build.home);
      res.set('Cache-Control', 'public, max-age=60').type('html').send(html);
    })
    .all(methodNotAllowed('GET'));
  return router;
}

const security = pageSecurity({ styleSrc: ["'self'"], fontSrc: ["'self'"], imgSrc: ["'self'", 'data:'] });
