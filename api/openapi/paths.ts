import type { ErrorCode } from '../../shared/errors.ts';
import { accessRules } from '../http/access.ts';
import { type Route, type RouteResponse, takesNoQuery } from '../http/route.ts';
import { failures } from './failures.ts';
import { pickHeaders } from './headers.ts';
import { toJsonSchema } from './joi-schema.ts';
import {
  json,
  type Operation,
  type Parameter,
  type PathItem,
  type Paths,
  type Response,
} from './operation.ts';
import { pickParameters } from './parameters.ts';
import { queryParameters } from './query.ts';
import { named } from './schema.ts';

/** Returns the paths of the document with the operations of these routes. */
export function buildPaths(routes: readonly Route[]): Paths {
  const paths: Record<string, PathItem> = {};
  for (const route of routes) {
    const { tag } = route;
    if (tag === undefined) continue;
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const parameters = pathParameters(route);
    paths[path] ??= parameters.length > 0 ? { parameters } : {};
    paths[path][route.method] = buildOperation(route, tag);
  }
  return paths;
}

function pathParameters({ path, params = {} }: Route): Parameter[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  return names.map((name) => {
    const parameter = params[name] ?? (name === 'slug' ? storeSlug : undeclared(path, name));
    return parameter.$ref ? parameter : { name, in: 'path', required: true, ...parameter };
  });
}

const [storeSlug] = pickParameters('StoreSlug') as [Parameter];

function undeclared(path: string, name: string): never {
  throw new Error(`The route ${path} does not describe its parameter ${name}.`);
}

function buildOperation(route: Route, tag: string): Operation {
  const { id, summary, description = summary, access, query, headers = [], responses } = route;
  const requestBody = buildRequestBody(route);
  const successes = Object.entries(responses).map(([status, response]) => [
    status,
    buildResponse(route, response),
  ]);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    ...(route.deprecated ? { deprecated: true as const } : {}),
    security: accessRules[access].security,
    parameters: [...(query ? queryParameters(query) : []), ...headers, ...pickParameters('RequestId')],
    ...(requestBody ? { requestBody } : {}),
    responses: { ...failures(...getCodes(route)), ...Object.fromEntries(successes) },
  };
}

function buildRequestBody({ body }: Route): Operation['requestBody'] {
  if (!body) return undefined;
  if ('content' in body) return { ...body, required: true };
  const { name, schema, examples } = body;
  const content = json(named(name, toJsonSchema(schema)), examples);
  return { description: 'At most 32 KiB.', required: true, content };
}

function buildResponse({ cache }: Route, { description, headers = [], content }: RouteResponse): Response {
  const named = pickHeaders('X-Request-Id', ...(cache ? (['Cache-Control'] as const) : []), ...headers);
  return { description, headers: named, ...(content ? { content } : {}) };
}

/** Reads with a key have a limit of their own (`limitReads`), and whatever has a caller needs a backend. */
function getCodes(route: Route): ErrorCode[] {
  const { method, path, access, limit, query, body, failures: own = [] } = route;
  const isInput = query || body || path.includes(':') || takesNoQuery(route);
  const isLimited = limit || (method === 'get' && access !== 'anyone');
  return [
    ...(isInput ? (['INVALID_INPUT'] as const) : []),
    ...accessRules[access].failures,
    ...own,
    ...(body ? (['REQUEST_TIMEOUT', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(isLimited ? (['RATE_LIMITED'] as const) : []),
    ...(access !== 'anyone' ? (['SERVICE_UNAVAILABLE'] as const) : []),
  ];
}
