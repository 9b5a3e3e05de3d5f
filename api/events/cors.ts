import type { Request, Response } from 'express';
import { ApiError } from '../../shared/errors.ts';
import { hostOfOrigin } from '../../shared/stores/host.ts';
import type { StoreDirectory } from '../../shared/stores/store-directory.ts';
import { isServiceHost, type ServiceHosts } from '../http/context-check.ts';
import { toApiError } from '../http/error-response.ts';
import type { FindStore } from '../http/store-guesses.ts';

const preflightSeconds = 600;

export interface PageDependencies {
  directory: StoreDirectory;
  service: ServiceHosts;
  findStore: FindStore;
}

/** Headers that a page may read besides those that browsers always show it. */
const exposed =
  'Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Error-Field, X-Request-Id';

/** Lets the page that sent a request read the response; its store context has been checked. */
export function allowOrigin(req: Request, res: Response): void {
  res.vary('Origin');
  const origin = req.get('origin');
  if (!origin || origin === 'null') return;
  res.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed });
}

/**
 * Responds to a preflight. It has no body, so the only question is whether the origin belongs to any
 * store; the request that follows is checked against its own.
 */
export async function preflight(dependencies: PageDependencies, req: Request, res: Response): Promise<void> {
  res.vary('Origin');
  if (!(await isStorePage(dependencies, req))) {
    throw new ApiError('STORE_CONTEXT', 'Events are accepted from the pages of a registered store only.');
  }
  allowOrigin(req, res);
  res.set({
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Max-Age': String(preflightSeconds),
  });
}

/**
 * Returns true if the request comes from a page of the service or of any store. While the database is unavailable it
 * returns true as well: the page has to read that it should retry, and the response contains nothing else.
 * @throws ApiError RATE_LIMITED
 */
export async function isStorePage(dependencies: PageDependencies, req: Request): Promise<boolean> {
  try {
    return await findPage(dependencies, req);
  } catch (error) {
    if (toApiError(error).status === 503) return true;
    throw error;
  }
}

async function findPage({ directory, service, findStore }: PageDependencies, req: Request): Promise<boolean> {
  const host = hostOfOrigin(req.get('origin'));
  if (!host) return false;
  if (isServiceHost(host, service)) return true;
  const [slug = '', ...rest] = host.split('.');
  const domain = rest.join('.');
  const hosted = domain === service.serviceDomain || (service.development && domain === 'localhost');
  const find = async () => (hosted && (await directory.bySlug(slug))) || directory.byHost(host);
  return (await findStore(req, find)) !== null;
}
