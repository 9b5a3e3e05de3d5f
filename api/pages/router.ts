import { readFile } from 'node:fs/promises';
import { type Response, Router } from 'express';
import helmet from 'helmet';
import { methodNotAllowed } from '../http/error-response.ts';
import { type DocumentName, developersPage, documents, homePage, type PageUrls } from './texts.ts';

const cacheControl = 'public, max-age=300';

/** The public pages: `/`, `/developers`, and the documents at `/docs/{name}` as text. */
export function pagesRouter(urls: PageUrls): Router {
  const router = Router();
  const page = (path: string, html: string) =>
    router
      .route(path)
      .get(pageHeaders(), (_req, res) => {
        res.set('Cache-Control', cacheControl).type('html').send(html);
      })
      .all(methodNotAllowed('GET'));
  page('/', homePage(urls));
  page('/developers', developersPage(urls));
  for (const name of Object.keys(documents) as DocumentName[]) {
    router
      .route(`/docs/${name}`)
      .get(pageHeaders(), (_req, res) => sendDocument(res, name))
      .all(methodNotAllowed('GET'));
  }
  return router;
}

/** `docs/` beside `api/`, in the sources and in the build. */
async function sendDocument(res: Response, name: DocumentName): Promise<void> {
  const text = await readFile(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
  res.set('Cache-Control', cacheControl).type('text/plain; charset=utf-8').send(text);
}

/** HSTS is set for every response by the application. */
function pageHeaders() {
  return helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"],
        imgSrc: ['data:'],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
  });
}
