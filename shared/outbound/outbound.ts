import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { untilAborted } from '../async/until-aborted.ts';
import { withDeadline } from '../async/with-deadline.ts';
import { type Agents, createAgents } from './agents.ts';
import { bareHost, createUrlRules, getPort, type OutboundPolicy, type UrlRules } from './check-url.ts';
import { exchange, getFollowing, isRedirect } from './follow.ts';
import { isOwnAddress, isPublicAddress } from './public-address.ts';
import { OutboundRefused } from './refused.ts';
import { createDnsLookup, type Lookup, resolvePublic } from './resolve.ts';
import { bodyBytes, bodyStart, bodyToFile, contentType, discard } from './response-body.ts';

export type { OutboundPolicy } from './check-url.ts';
export { OutboundRefused, type RefusalReason } from './refused.ts';

export interface FetchOptions {
  maxBytes: number;
  /** The whole call, from name look-up to last byte, redirects included. */
  timeoutMs: number;
  /** One connection, name look-up included. Default: 5,000. */
  connectTimeoutMs?: number;
  /** Default: 3. */
  maxRedirects?: number;
  /** The `Accept` header. */
  accept?: string;
  /** `Authorization` and `Cookie` are dropped when a redirect leaves the origin. */
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

export interface RequestOptions {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array | Readable;
  timeoutMs: number;
  connectTimeoutMs?: number;
  maxResponseBytes: number;
  /**
   * Handling of a body that is too long, compressed or incomplete: `refuse` (default) rejects, `cut`
   * resolves with the part that was received, for callers that need only the status.
   */
  overlong?: 'refuse' | 'cut';
  /** The only option: following a redirect would send the body to another place. */
  redirects?: 'refuse';
  signal?: AbortSignal | undefined;
}

export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Outbound {
  /** Scheme, credentials, port and literal address. @throws OutboundRefused */
  checkUrl(url: string): URL;
  /** `checkUrl`, and the current addresses of the name: for a URL that is being saved. @throws OutboundRefused */
  assertResolves(url: string, signal?: AbortSignal): Promise<void>;
  /** The body of a 2xx response in memory. `contentType` is as declared, without parameters. */
  fetchBytes(
    url: string,
    options: FetchOptions,
  ): Promise<{ bytes: Buffer; contentType: string; finalUrl: string }>;
  /** The body of a 2xx response in a new file at `path`, which must not exist; on failure no file is left. */
  downloadToFile(
    url: string,
    path: string,
    options: FetchOptions,
  ): Promise<{ bytes: number; contentType: string; sha256: string }>;
  /** One request, whatever the status of the response; a redirect is refused. */
  request(url: string, options: RequestOptions): Promise<OutboundResponse>;
  close(): Promise<void>;
}

export interface OutboundDependencies {
  /** Default: DNS. */
  lookup?: Lookup;
  /** Default: public, and not one of this machine's own. */
  isPublic?: (address: string) => boolean;
  /** PEM certificates to trust instead of the system's. */
  ca?: string;
}

/** The state that the functions of one client share. */
interface Client {
  lookup: Lookup;
  isPublic: (address: string) => boolean;
  rules: UrlRules;
  agents: Agents;
}

const isForeign = (address: string) => isPublicAddress(address) && !isOwnAddress(address);

const timeoutError = () => new OutboundRefused('timeout');

const defaultConnectTimeoutMs = 5_000;
const defaultMaxRedirects = 3;

/**
 * HTTP to destinations that untrusted callers name. Every method rejects with OutboundRefused, or with the
 * reason of the caller's signal when that aborts.
 * @throws TypeError for an allow entry that is not `host:port`.
 */
export function createOutbound(policy: OutboundPolicy, dependencies: OutboundDependencies = {}): Outbound {
  const { lookup = createDnsLookup(), isPublic = isForeign, ca } = dependencies;
  const rules = createUrlRules(policy, isPublic);
  const agents = createAgents({ lookup, isPublic, isAllowed: rules.isAllowed, ca });
  const client: Client = { lookup, isPublic, rules, agents };
  return {
    checkUrl: rules.check,
    assertResolves: (url, signal) => assertResolves(client, url, signal),
    fetchBytes: (url, options) =>
      get(client, url, options, async (response, final) => ({
        bytes: await bodyBytes(response, options.maxBytes),
        contentType: contentType(response),
        finalUrl: final.href,
      })),
    downloadToFile: (url, path, options) =>
      get(client, url, options, async (response) => ({
        ...(await bodyToFile(response, options.maxBytes, path)),
        contentType: contentType(response),
      })),
    request: (url, options) => requestOnce(client, url, options),
    close: agents.close,
  };
}

async function assertResolves(
  { rules, lookup, isPublic }: Client,
  raw: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const url = rules.check(raw);
  const host = bareHost(url.hostname);
  if (rules.isAllowed(url.hostname, getPort(url)) || isIP(host)) return;
  await withDeadline({ timeoutMs: defaultConnectTimeoutMs, signal, timeoutError }, (aborted) =>
    untilAborted(resolvePublic(host, lookup, isPublic), aborted),
  );
}

async function get<T>(
  { rules, agents }: Client,
  url: string,
  options: FetchOptions,
  read: (response: Dispatcher.ResponseData, url: URL) => Promise<T>,
): Promise<T> {
  const first = rules.check(url);
  const headers = { accept: options.accept ?? '*/*', 'accept-encoding': 'identity', ...options.headers };
  const agent = agents.withConnectTimeout(options.connectTimeoutMs ?? defaultConnectTimeoutMs);
  const { maxRedirects = defaultMaxRedirects } = options;
  return withDeadline({ ...options, timeoutError }, async (signal) => {
    const settings = { headers, maxRedirects, signal };
    const { response, url: final } = await getFollowing(agent, rules, first, settings);
    return read(response, final);
  });
}

async function requestOnce(
  { rules, agents }: Client,
  raw: string,
  options: RequestOptions,
): Promise<OutboundResponse> {
  const url = rules.check(raw);
  const agent = agents.withConnectTimeout(options.connectTimeoutMs ?? defaultConnectTimeoutMs);
  return withDeadline({ ...options, timeoutError }, async (signal) => {
    const response = await exchange(agent, url, {
      method: options.method,
      headers: { 'accept-encoding': 'identity', ...options.headers },
      body: options.body ?? null,
      signal,
    });
    if (isRedirect(response.statusCode)) {
      discard(response);
      throw new OutboundRefused('redirects');
    }
    const read = options.overlong === 'cut' ? bodyStart : bodyBytes;
    const body = await read(response, options.maxResponseBytes);
    return { status: response.statusCode, headers: response.headers, body };
  });
}
