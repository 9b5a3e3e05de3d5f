import { createHash } from 'node:crypto';
import { defineRoute } from '../http/route.ts';
import { json } from './operation.ts';

/** The document as it is sent. */
export interface PublishedDocument {
  body: string;
  etag: string;
}

export function publishDocument(document: object): PublishedDocument {
  const body = JSON.stringify(document);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag };
}

const headers = ['ETag', 'Access-Control-Allow-Origin'] as const;

const getOpenApi = defineRoute({
  id: 'getOpenApi',
  tag: 'Service',
  method: 'get',
  path: '/openapi.json',
  access: 'anyone',
  summary: 'This document',
  description: 'The description of the API, with the URL of this deployment; for tools on any origin.',
  responses: {
    200: {
      description: 'The document.',
      headers,
      content: json({
        type: 'object',
        description: 'An OpenAPI 3.1 document.',
        additionalProperties: true,
      }),
    },
    304: { description: 'The client has it: `If-None-Match`.', headers },
  },
  failures: ['INVALID_INPUT'],
  cache: 'public, max-age=300',
  handle: ({ body, etag }: PublishedDocument, { req, res }) => {
    res.set({ 'Access-Control-Allow-Origin': '*', ETag: etag });
    if (req.get('if-none-match') === etag) return res.status(304).end();
    return res.type('application/json').send(body);
  },
});

export const openApiRoutes = [getOpenApi];
