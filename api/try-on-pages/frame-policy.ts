import { hostOfOrigin } from '../../shared/stores/host.ts';
import { isLocal } from '../http/context-check.ts';

/** Pages that may frame a store's page, and origins that it may send messages to. */
export interface FramePolicy {
  /** Sources of `frame-ancestors`; null: any page and application. */
  ancestors: string[] | null;
  /** For `postMessage`; empty: any. */
  parentOrigins: string[];
}

export interface Framing {
  hosts: readonly string[];
  /** The store's switch for WebViews, whose pages have no host. */
  anywhere: boolean;
  /** The parameter `origin`, which the loader sets. */
  origin: string | undefined;
  /** `https://embed.example`, for pages of the service itself. */
  ownOrigin: string;
  development: boolean;
}

const localHosts = ['localhost', '127.0.0.1'];

/** Hosts may have been saved by other means than ours: one with `;` would begin another directive. */
const plainHost = /^[\w.-]+$/;

/** Registered hosts by https alone; in development also by http, on every port and on this machine. */
export function framePolicy({ hosts, anywhere, origin, ownOrigin, development }: Framing): FramePolicy {
  if (anywhere) return { ancestors: null, parentOrigins: [] };
  const known = development ? [...hosts, ...localHosts] : hosts.filter((host) => !isLocal(host));
  const framing = known.filter((host) => plainHost.test(host));
  const sources = framing.flatMap((host) =>
    development ? [`https://${host}:*`, `http://${host}:*`] : [`https://${host}`],
  );
  const speaksTo = (asked: string) =>
    asked === ownOrigin ||
    (development ? framing.includes(hostOfOrigin(asked) ?? '') : sources.includes(asked));
  const origins = framing.map((host) => `https://${host}`);
  const parentOrigins = origin !== undefined && speaksTo(origin) ? [origin] : [ownOrigin, ...origins];
  return { ancestors: ["'self'", ...sources], parentOrigins };
}
