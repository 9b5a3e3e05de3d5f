import { createHash } from 'node:crypto';
import { type RequestHandler, Router } from 'express';
import { getVariants } from '../assets/compress.ts';
import { sendWebFile } from '../assets/send-file.ts';
import type { WebFile, WebFiles } from '../assets/web-files.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { pageSecurity } from '../http/page-security.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type DocsText, docsTexts } from './docs-texts.ts';
import { movedGuides } from './guides.ts';

export interface DocsDependencies {
  /** Public origin of the API. */
  baseUrl: string;
  document: OpenApiDocument;
  web: () => WebFiles;
}

/**
 * The documentation: guides and API reference at `/docs` as pages, the guides as Markdown at `/docs/{slug}.md`, and
 * `/llms.txt`.
 */
export function docsRouter({ baseUrl, document, web }: DocsDependencies): Router {
  const router = Router();
  for (const text of docsTexts(baseUrl, document)) {
    router.route(text.path).get(security, sendText(text, web)).all(methodNotAllowed('GET, HEAD'));
  }
  for (const [slug, now] of Object.entries(movedGuides)) {
    for (const extension of ['', '.md'])
      router.get(`/docs/${slug}${extension}`, (_req, res) => res.redirect(301, `/docs/${now}${extension}`));
  }
  return router;
}

/** Made for the first request of each build of the browser code, whose files the pages name. */
function sendText({ extension, make }: DocsText, web: () => WebFiles): RequestHandler {
  let made: { build: WebFiles['build']; file: Promise<WebFile>; tag: string } | undefined;
  return async (req, res) => {
    const { build } = web();
    if (made?.build !== build) {
      const bytes = Buffer.from(make(build.docs));
      const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
      made = { build, tag, file: getVariants(bytes).then((variants) => ({ variants, extension })) };
    }
    res.set('Cache-Control', 'public, max-age=300');
    sendWebFile(req, res, await made.file, made.tag);
  };
}

/** Scripts, styles and requests of this origin alone; images of responses are data and blob URLs. */
const security = pageSecurity({
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
});
