import type { Request, Response } from 'express';
import Joi from 'joi';
import type { ErrorCode } from '../../shared/errors.ts';
import { type KeyScope, requireScope } from '../../shared/keys/key-scopes.ts';
import { validate } from '../../shared/validation/validate.ts';
import type { HeaderName } from '../openapi/headers.ts';
import type { Content, Example, Method, Parameter } from '../openapi/operation.ts';
import { apiKey, operatorToken } from '../openapi/security.ts';
import { type Access, accessRules, type Caller, type Needs } from './access.ts';
import type { Deprecation } from './deprecation.ts';
import { createQueryReader } from './query.ts';
import { readJson } from './read-json.ts';

/*
 * A route is data: one definition says its method and path, who may call it, what it takes and returns, and which
 * function handles it. `mountRoutes` makes the Express routes of it, and `buildPaths` the OpenAPI document, of which the
 * client's types and the reference are made. The checks have one order for every route: limit of the address, access,
 * query, body. A page is a route as well: one outside of the document (without `tag`), whose handler sends HTML or a
 * redirect itself.
 */

/** Everything about a route except its handler. */
interface RouteFacts {
  /** Unique; clients and the reference name the route by it. */
  id: string;
  /** Its group in the OpenAPI document; absent where the document leaves the route out. */
  tag?: string;
  method: Method;
  path: string;
  access: Access;
  /** Scopes of an API key, one of which is required; default: to read for GET, to manage for the rest. */
  scopes?: readonly KeyScope[];
  /** One line. */
  summary: string;
  description?: string;
  /** Of the path, besides those that mean the same in every path. */
  params?: Readonly<Record<string, PathParameter>>;
  query?: Joi.ObjectSchema;
  /** Headers of the request that the route reads. */
  headers?: readonly Parameter[];
  body?: JsonBody<unknown> | OwnBody;
  /** Successes by status, of which the lowest is sent unless the handler sets another. */
  responses: Readonly<Record<number, RouteResponse>>;
  /** Error codes of the handler itself; those of access, limit, query and body follow from the other fields. */
  failures?: readonly ErrorCode[];
  /** Returns what the caller receives in place of an error. */
  toFailure?: (error: unknown) => unknown;
  /** `Cache-Control`; errors have it too when it is `no-store`. */
  cache?: string;
  /** In each response, errors too. */
  deprecated?: Deprecation;
}

/** A `:parameter`, or a reference to one. */
export type PathParameter = Pick<Parameter, '$ref' | 'description' | 'schema'>;

/** JSON of at most 32 KiB, read and checked before the handler. */
interface JsonBody<Body> {
  /** Its schema in `components.schemas`. */
  name: string;
  schema: Joi.Schema<Body>;
  examples?: Record<string, Example>;
}

/** A body that the handler reads itself. */
interface OwnBody {
  description: string;
  content: Content;
}

export interface RouteResponse {
  description: string;
  /** Absent: no body. */
  content?: Content;
  headers?: readonly HeaderName[];
}

/** Refuses requests before their access is checked: guesses must not reach the database without a limit. */
export type Limit<Dependencies> = (
  dependencies: Dependencies,
) => (req: Request, res: Response) => Promise<void>;

/** The names of the `:parameters` of a path. */
type ParameterNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParameterNames<Tail>
    : Rest
  : never;

/** A request that has passed the checks of its route. */
type Call<Path extends string, A extends Access, Query, Body> = Caller<A> & {
  req: Request;
  res: Response;
  params: Record<ParameterNames<Path>, string>;
  query: Query;
  body: Body;
};

interface RouteDefinition<Path extends string, A extends Access, Query, Body, Dependencies, Limiting>
  extends RouteFacts {
  path: Path;
  access: A;
  limit?: Limit<Limiting>;
  query?: Joi.ObjectSchema<Query>;
  body?: JsonBody<Body> | OwnBody;
  /** Returns the JSON of the response; nothing where it has no body, or where the handler sends it itself. */
  handle: (dependencies: Dependencies, call: Call<Path, A, Query, Body>) => unknown;
}

export interface Route<in Dependencies = never> extends RouteFacts {
  limit?: Limit<Dependencies>;
  /** Handles a request that is within the limit. */
  run: (dependencies: Dependencies, req: Request, res: Response) => Promise<void>;
}

export function defineRoute<
  const Path extends string,
  A extends Access,
  Query = undefined,
  Body = undefined,
  Dependencies = object,
  Limiting = object,
>(
  definition: RouteDefinition<Path, A, Query, Body, Dependencies, Limiting>,
): Route<Dependencies & Limiting & Needs<A>> {
  const { access, query, body, cache, responses, handle } = definition;
  const scopes = definition.scopes ?? (definition.method === 'get' ? ['read', 'manage'] : ['manage']);
  const rules = query ?? (takesNoQuery(definition) ? noQuery : undefined);
  const readQuery = rules ? createQueryReader(rules) : () => undefined;
  const [[status, { content }]] = Object.entries(responses) as [[string, RouteResponse]];
  return {
    ...definition,
    run: async (dependencies, req, res) => {
      const caller = await accessRules[access].enter(dependencies, req, res);
      if ('key' in caller) requireScope(caller.key, scopes);
      if (cache) res.set('Cache-Control', cache);
      try {
        const params = req.params as Record<ParameterNames<Path>, string>;
        const given = {
          req,
          res,
          params,
          query: readQuery(req.query) as Query,
          body: await readBody(body, req),
        };
        res.status(Number(status));
        const result = await handle(dependencies, { ...caller, ...given });
        if (res.headersSent) return;
        if (!content) res.end();
        else if (result !== undefined) res.json(result);
      } catch (error) {
        if (cache !== 'no-store' && !res.headersSent) res.removeHeader('Cache-Control');
        throw error;
      }
    },
  };
}

const noQuery = Joi.object({});

const keySecurity = [apiKey, operatorToken];

/** Returns true for a documented route of keys without a query: a parameter that has no effect is a mistake. */
export const takesNoQuery = ({ tag, access, query }: Pick<RouteFacts, 'tag' | 'access' | 'query'>): boolean =>
  tag !== undefined && query === undefined && keySecurity.includes(accessRules[access].security);

async function readBody<Body>(body: JsonBody<Body> | OwnBody | undefined, req: Request): Promise<Body> {
  return body && 'schema' in body ? validate(body.schema, await readJson(req)) : (undefined as Body);
}
