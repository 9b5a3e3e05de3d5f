import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { untilAborted } from '../async/until-aborted.ts';
import type { UrlRules } from './check-url.ts';
import { OutboundRefused, refusalOf } from './refused.ts';
import { discard } from './response-body.ts';

type Response = Dispatcher.ResponseData;

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Meant for the origin they were written for, and for no other. */
const originBound = new Set(['authorization', 'cookie', 'proxy-authorization']);

export interface GetOptions {
  headers: Record<string, string>;
  maxRedirects: number;
  signal: AbortSignal;
}

export function isRedirect(status: number): boolean {
  return redirectStatuses.has(status);
}

/**
 * GETs a URL and follows redirects, each of them under the same rules as the first URL.
 * @throws OutboundRefused `redirects` past the limit, from https to http, or without a target; `status` for anything but 2xx.
 */
export async function getFollowing(
  agent: Agent,
  rules: UrlRules,
  first: URL,
  options: GetOptions,
): Promise<{ response: Response; url: URL }> {
  let url = first;
  let { headers } = options;
  for (let hop = 0; ; hop++) {
    const response = await exchange(agent, url, { method: 'GET', headers, signal: options.signal });
    if (response.statusCode >= 200 && response.statusCode < 300) return { response, url };
    discard(response);
    if (!isRedirect(response.statusCode))
      throw new OutboundRefused('status', { status: response.statusCode });
    if (hop >= options.maxRedirects) throw new OutboundRefused('redirects');
    const next = target(rules, url, response.headers.location);
    if (next.origin !== url.origin) headers = withoutOriginBound(headers);
    url = next;
  }
}

export interface ExchangeOptions {
  method: Dispatcher.HttpMethod;
  headers: Record<string, string>;
  body?: string | Uint8Array | Readable | null;
  signal: AbortSignal;
}

/**
 * undici 7 asserts, where nobody can catch it, when a connection ends while its parser rests because the body
 * is read slowly (nodejs/undici#5360): any image host that closes its connections could end this process. So
 * the parser never rests. What arrives between two reads is in memory: milliseconds of it, and `cappedBody`
 * ends an answer that is over its cap.
 */
const neverRest = 2 ** 31;

/** One request and the head of its answer. @throws OutboundRefused, or the reason of the signal. */
export function exchange(agent: Agent, url: URL, options: ExchangeOptions): Promise<Response> {
  const { body = null, ...rest } = options;
  const sent = agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    body,
    highWaterMark: neverRest,
    ...rest,
  });
  const answered = sent.catch((error: unknown) => {
    throw refusalOf(error);
  });
  return untilAborted(answered, options.signal);
}

function target(rules: UrlRules, from: URL, location: string | string[] | undefined): URL {
  if (typeof location !== 'string' || !URL.canParse(location, from.href))
    throw new OutboundRefused('redirects');
  const next = rules.check(new URL(location, from).href);
  // Even to an allowed destination: what was fetched under TLS must not come without.
  if (from.protocol === 'https:' && next.protocol !== 'https:') throw new OutboundRefused('scheme');
  return next;
}

function withoutOriginBound(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !originBound.has(name.toLowerCase())));
}
