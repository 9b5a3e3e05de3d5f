import { Resolver } from 'node:dns/promises';
import { Parser } from 'htmlparser2';
import { type Outbound, OutboundRefused } from '../outbound/outbound.ts';
import type { Signer } from '../secrets/signer.ts';
import { normaliseHost } from './host.ts';
import { subdomainAttribute } from './script-tag.ts';
import type { StoreDoc } from './store-model.ts';

/** By which a host was proven to belong to a merchant. */
export type HostProof = 'dns' | 'meta' | 'tag';

/** Name of the meta tag, and of the DNS record below the host. */
export const proofName = 'service-verification';

export interface HostProofs {
  /** Returns the text that the merchant publishes for this host. */
  getText(store: Pick<StoreDoc, '_id'>, host: string): string;
  /** Looks for a proof in DNS and on the shop's front page; undefined: there is none now. */
  lookUp(store: Pick<StoreDoc, '_id' | 'slug'>, host: string): Promise<HostProof | undefined>;
}

export interface HostProofOptions {
  outbound: Pick<Outbound, 'fetchBytes'>;
  signer: Signer;
  /** Hosts that the script tag is loaded from. */
  embedHosts: readonly string[];
  /** Returns the TXT records of a name; default: by DNS. */
  resolveTxt?: (name: string) => Promise<string[][]>;
  /** Returns the address of a shop's front page. */
  toUrl?: (host: string) => string;
}

const maxPageBytes = 4 * 1024 * 1024;
const pageMs = 10_000;

/**
 * A host belongs to who controls its DNS or its front page: a TXT record, a meta tag in the head, or the script tag of
 * this very store. What a browser sends with a request proves nothing: any program can send the same.
 */
export function createHostProofs(options: HostProofOptions): HostProofs {
  const { outbound, signer, embedHosts, toUrl = (host) => `https://${host}/` } = options;
  const { resolveTxt = createTxtResolver() } = options;
  const toSubject = (store: Pick<StoreDoc, '_id'>, host: string) => `${store._id} ${host}`;
  const isProof = (store: Pick<StoreDoc, '_id'>, host: string) => (text: string) =>
    signer.verify(toSubject(store, host), text.trim());

  const findInDns = async (store: Pick<StoreDoc, '_id'>, host: string) => {
    const records = await resolveTxt(`_${proofName}.${host}`).catch(() => []);
    return records.some((parts) => isProof(store, host)(parts.join(''))) ? 'dns' : undefined;
  };
  const findOnPage = async (store: Pick<StoreDoc, '_id' | 'slug'>, host: string) => {
    const html = await readFrontPage(outbound, toUrl(host), host);
    return html === undefined
      ? undefined
      : findInHtml(html, { isProof: isProof(store, host), slug: store.slug, embedHosts });
  };
  return {
    getText: (store, host) => signer.sign(toSubject(store, host)),
    lookUp: async (store, host) => {
      const [inDns, onPage] = await Promise.all([findInDns(store, host), findOnPage(store, host)]);
      return inDns ?? onPage;
    },
  };
}

function createTxtResolver(): (name: string) => Promise<string[][]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  return (name) => resolver.resolveTxt(name);
}

/** A shop may redirect within its host; another host's page proves nothing about this one. */
async function readFrontPage(
  outbound: Pick<Outbound, 'fetchBytes'>,
  url: string,
  host: string,
): Promise<string | undefined> {
  try {
    const page = await outbound.fetchBytes(url, {
      maxBytes: maxPageBytes,
      timeoutMs: pageMs,
      accept: 'text/html',
    });
    if (normaliseHost(new URL(page.finalUrl).hostname) !== host) return undefined;
    return page.contentType === 'text/html' ? page.bytes.toString('utf8') : undefined;
  } catch (error) {
    if (error instanceof OutboundRefused) return undefined;
    throw error;
  }
}

interface Sought {
  isProof: (text: string) => boolean;
  slug: string;
  embedHosts: readonly string[];
}

/**
 * Finds elements alone: shoppers' words, which shops print in scripts, comments and attributes, are none. A meta tag
 * counts in the head, where a shop prints no words of others.
 */
function findInHtml(html: string, { isProof, slug, embedHosts }: Sought): HostProof | undefined {
  let found: HostProof | undefined;
  let inHead = true;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'body') inHead = false;
      const { content = '', src = '' } = attributes;
      if (name === 'meta' && inHead && attributes.name === proofName && isProof(content)) found ??= 'meta';
      if (name === 'script' && attributes[subdomainAttribute] === slug && isLoader(src, embedHosts))
        found ??= 'tag';
    },
    onclosetag: (name) => {
      if (name === 'head') inHead = false;
    },
  });
  parser.end(html);
  return found;
}

function isLoader(src: string, embedHosts: readonly string[]): boolean {
  if (!URL.canParse(src)) return false;
  const { hostname, pathname } = new URL(src);
  return (
    embedHosts.includes(normaliseHost(hostname) ?? '') && /^\/service-embed(?:@[\w-]+)?\.js$/.test(pathname)
  );
}
