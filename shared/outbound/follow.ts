import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { untilAborted } from '../async/until-aborted.ts';
import type { UrlRules } from './check-url.ts';
import { OutboundRefused, toRefusal } from './refused.ts';
import { discard } from './response-body.ts';

type Response = Dispatcher.ResponseData;

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Headers for one origin only. */
const originBound = new Set(['authorization', 'cookie', 'proxy-authorization']);

export interface FollowOptions {
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
  options: FollowOptions,
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
 * undici 7 has an assertion that fails uncatchably when a connection ends while its parser is paused because the
 * body is read slowly (nodejs/undici#5360): any image host that closes its connections could end this process.
 * So the parser is never paused. What arrives between two reads is in memory: milliseconds of it, and
 * `cappedBody` aborts a response that exceeds its limit.
 */
const neverPause = 2 ** 31;

/** One request and the head of its response. @throws OutboundRefused, or the reason of the signal. */
export function exchange(agent: Agent, url: URL, options: ExchangeOptions): Promise<Response> {
  const { body = null, ...rest } = options;
  const sent = agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    body,
    highWaterMark: neverPause,
    ...rest,
  });
  const responded = sent.catch((error: unknown) => {
    throw toRefusal(error);
  });
  return untilAborted(responded, options.signal);
}

function target(rules: UrlRules, from: URL, location: string | string[] | undefined): URL {
  if (typeof location !== 'string' || !URL.canParse(location, from.href))
    throw new OutboundRefused('redirects');
  const next = rules.check(new URL(location, from).href);
  // Even to an allowed destination: a request that began with TLS must not continue without.
  if (from.protocol === 'https:' && next.protocol !== 'https:') throw new OutboundRefused('scheme');
  return next;
}

function withoutOriginBound(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !originBound.has(name.toLowerCase())));
}
