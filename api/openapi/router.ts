import { createHash } from 'node:crypto';
import { Router } from 'express';
import { methodNotAllowed } from '../http/error-response.ts';
import type { OpenApiDocument } from './document.ts';

/** `GET /openapi.json`: the description of this API, for tools on any origin. */
export function openApiRouter(document: OpenApiDocument): Router {
  const body = JSON.stringify(document);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const router = Router();
  router
    .route('/openapi.json')
    .get((req, res) => {
      res.set({
        'Cache-Control': 'public, max-age=300',
        'Access-Control-Allow-Origin': '*',
        ETag: etag,
      });
      if (req.get('if-none-match') === etag) return res.status(304).end();
      res.type('application/json').send(body);
    })
    .all(methodNotAllowed('GET'));
  return router;
}
