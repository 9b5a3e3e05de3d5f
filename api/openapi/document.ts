import { routes } from '../routes.ts';
import { webhooks as allWebhooks } from './described-webhooks.ts';
import { failureResponses } from './failures.ts';
import { headers } from './headers.ts';
import type { Paths, Response } from './operation.ts';
import { parameters } from './parameters.ts';
import { buildPaths } from './paths.ts';
import { namedSchemas, type Schema } from './schema.ts';
import { type SecurityScheme, securitySchemes } from './security.ts';
import { tagNames, tags } from './tags.ts';

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
  'Every error has the Error object as its body. A known path with another method is 405 with `Allow`; an unknown path is 404; an address and headers of more than 16 KiB together are 431.',
  'Left out on purpose: the pages and files for browsers (`/`, `/developers`, `/docs`, `/embed`, `/assets`, `/service-embed.js`), the operators’ pages (`/ops`), `/metrics`, and `/mcp`, which describes itself.',
].join('\n\n');

const allPaths: Paths = buildPaths(routes);

/**
 * Returns the description of the API under `serverUrl`, its public origin: all of it, or the operations of these tags
 * with what they refer to.
 */
export function openApiDocument(serverUrl: string, wanted: readonly string[] = tagNames): OpenApiDocument {
  const isWanted = (name: string) => wanted.includes(name.toLowerCase());
  const [paths, webhooks] = [allPaths, allWebhooks].map((all) => selectOperations(all, isWanted)) as [
    Paths,
    Paths,
  ];
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
    tags: tags.filter(({ name }) => isWanted(name)),
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

function selectOperations(all: Paths, isWanted: (tag: string) => boolean): Paths {
  const selected = Object.entries(all).flatMap(([path, { parameters, ...operations }]) => {
    const kept = Object.entries(operations).filter(([, { tags }]) => tags.some(isWanted));
    const common = parameters ? { parameters } : {};
    return kept.length > 0 ? [[path, { ...common, ...Object.fromEntries(kept) }]] : [];
  });
  return Object.fromEntries(selected);
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
