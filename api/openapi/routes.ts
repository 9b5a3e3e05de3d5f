import { createHash } from 'node:crypto';
import Joi from 'joi';
import { LRUCache } from 'lru-cache';
import { queryParameter } from '../http/query.ts';
import { defineRoute } from '../http/route.ts';
import { json } from './operation.ts';
import { tagNames } from './tags.ts';

/** The document as it is sent. */
export interface PublishedDocument {
  body: string;
  etag: string;
}

/** Returns the document of these tags; all of them without. */
export type PublishedDocuments = (tags?: readonly string[]) => PublishedDocument;

/** Beyond the usual few, a document is built again for each request. */
const maxKept = 16;

export function publishDocuments(build: (tags: readonly string[]) => object): PublishedDocuments {
  const kept = new LRUCache<string, PublishedDocument>({
    max: maxKept,
    memoMethod: (key) => publish(build(key.split(','))),
  });
  return (wanted = tagNames) => kept.memo(tagNames.filter((name) => wanted.includes(name)).join(','));
}

function publish(document: object): PublishedDocument {
  const body = JSON.stringify(document);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag };
}

const headers = ['ETag', 'Access-Control-Allow-Origin'] as const;

const tagsQuery = Joi.object<{ tags?: string[] }>({
  tags: queryParameter(readTags, `must be a list of these, separated by commas: ${tagNames.join(', ')}`)
    .description('Operations with these tags only, separated by commas.')
    .meta({ jsonSchema: { type: 'string', examples: ['renders,credits'] } }),
});

function readTags(given: string): string[] | undefined {
  const names = given.toLowerCase().split(',');
  return names.every((name) => tagNames.includes(name)) ? names : undefined;
}

const getOpenApi = defineRoute({
  id: 'getOpenApi',
  tag: 'Service',
  method: 'get',
  path: '/openapi.json',
  access: 'anyone',
  summary: 'This document',
  description:
    'The description of the API, with the URL of this deployment; for tools on any origin. Clients are smaller with `tags`: `?tags=renders,credits` has what an integration needs.',
  query: tagsQuery,
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
  cache: 'public, max-age=300',
  handle: (documents: { publishedDocuments: PublishedDocuments }, { req, res, query }) => {
    const { body, etag } = documents.publishedDocuments(query.tags);
    res.set({ 'Access-Control-Allow-Origin': '*', ETag: etag });
    if (req.get('if-none-match') === etag) return res.status(304).end();
    return res.type('application/json').send(body);
  },
});

export const openApiRoutes = [getOpenApi];
