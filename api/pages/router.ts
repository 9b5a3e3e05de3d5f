import { readFile } from 'node:fs/promises';
import { type Response, Router } from 'express';
import { methodNotAllowed } from '../http/error-response.ts';
import { pageSecurity } from '../http/page-security.ts';
import { type DocumentName, developersPage, documents, homePage, type PageUrls } from './texts.ts';

const cacheControl = 'public, max-age=300';

/** The public pages: `/`, `/developers`, and the documents at `/docs/{name}` as text. */
export function pagesRouter(urls: PageUrls): Router {
  const router = Router();
  const page = (path: string, html: string) =>
    router
      .route(path)
      .get(security, (_req, res) => {
        res.set('Cache-Control', cacheControl).type('html').send(html);
      })
      .all(methodNotAllowed('GET'));
  page('/', homePage(urls));
  page('/developers', developersPage(urls));
  for (const name of Object.keys(documents) as DocumentName[]) {
    router
      .route(`/docs/${name}`)
      .get(security, (_req, res) => sendDocument(res, name))
      .all(methodNotAllowed('GET'));
  }
  return router;
}

/** `docs/` beside `api/`, in the sources and in the build. */
async function sendDocument(res: Response, name: DocumentName): Promise<void> {
  const text = await readFile(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
  res.set('Cache-Control', cacheControl).type('text/plain; charset=utf-8').send(text);
}

const security = pageSecurity({ styleSrc: ["'unsafe-inline'"], imgSrc: ['data:'] });
