import { routes } from '../routes.ts';
import { webhooks } from './described-webhooks.ts';
import { failureResponses } from './failures.ts';
import { headers } from './headers.ts';
import type { Paths, Response } from './operation.ts';
import { parameters } from './parameters.ts';
import { buildPaths } from './paths.ts';
import { namedSchemas, type Schema } from './schema.ts';
import { type SecurityScheme, securitySchemes } from './security.ts';

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; summary: string; description: string; license: object };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Paths;
  webhooks: Paths;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    headers: object;
    parameters: object;
    securitySchemes: Record<string, SecurityScheme>;
  };
}

const description = [
  'Takes one photo of a scene and 1 to 6 products, and returns one image with the products in the scene. One credit is consumed per successful render, none otherwise.',
  'Every error has the Error object as its body. A known path with another method is 405 with `Allow`; an unknown path is 404.',
  'Left out on purpose: the pages and files for browsers (`/`, `/developers`, `/docs`, `/embed`, `/assets`, `/service-embed.js`), the operators’ pages (`/ops`), `/metrics`, and `/mcp`, which describes itself.',
].join('\n\n');

const tags = [
  { name: 'Renders', description: 'Start, follow, read and cancel renders.' },
  { name: 'Credits', description: 'Balance and movements of an account’s credits.' },
  { name: 'Requests', description: 'Every call with a key of the account, refused ones too.' },
  {
    name: 'Try-on',
    description:
      'Requests of the try-on in a shopper’s browser. They must come from a page of the store or of the service (`Origin`, `Referer` or `Host`).',
  },
  { name: 'Catalog', description: 'The products of a store, for pages of the try-on.' },
  { name: 'Events', description: 'Analytics events sent by the try-on.' },
  { name: 'Stores', description: 'Analytics, orders and figures of a store, for its account.' },
  { name: 'Webhooks', description: 'Requests that the service sends.' },
  { name: 'Service', description: 'Health of the service, and this document.' },
];

const paths: Paths = buildPaths(routes);

/** Returns the description of the API under `serverUrl`, its public origin. */
export function openApiDocument(serverUrl: string): OpenApiDocument {
  const responses = referenced('responses', failureResponses, paths);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Render API',
      version: '1.0.0',
      summary: 'Products, rendered into the photo of a scene.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'This deployment.' }],
    tags,
    paths,
    webhooks,
    components: {
      schemas: namedSchemas({ paths, webhooks, responses }),
      responses,
      headers: referenced('headers', headers, { paths, responses }),
      parameters,
      securitySchemes,
    },
  };
}

/** Returns the components that `part` of the document refers to. */
function referenced<Component>(
  kind: string,
  components: Record<string, Component>,
  part: object,
): Record<string, Component> {
  const text = JSON.stringify(part);
  const isUsed = (name: string) => text.includes(`"#/components/${kind}/${name}"`);
  return Object.fromEntries(Object.entries(components).filter(([name]) => isUsed(name)));
}
