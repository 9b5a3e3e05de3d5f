import type * as OpenIdClient from 'openid-client';
import type { Config } from '../../shared/config/variables.ts';
import { ApiError } from '../../shared/errors.ts';
import type { StaffClaims } from '../../shared/identity/staff.ts';
import type { Logger } from '../../shared/log.ts';
import type { Signer } from '../../shared/secrets/signer.ts';
import type { Challenges } from './challenges.ts';

/** The operator's staff signs in with an OpenID provider: authorization code with PKCE, state and nonce. */
export interface StaffSignIn {
  /** The issuer's name on the page. */
  name: string;
  /** The issuer in `credentials`. */
  provider: string;
  /** Returns the page of the issuer, and the state that the browser keeps. @throws ApiError SERVICE_UNAVAILABLE */
  begin(): Promise<{ url: string; state: string }>;
  /**
   * Returns what the issuer says of a person, once for each state; undefined for a response that does not fit.
   * @param query Of the page to which the issuer redirects.
   * @param state That the browser has kept.
   * @throws ApiError SERVICE_UNAVAILABLE
   */
  finish(query: string, state: string): Promise<StaffClaims | undefined>;
}

export interface StaffOptions {
  config: Pick<
    Config,
    'BASE_URL' | 'NODE_ENV' | 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME'
  >;
  challenges: Challenges;
  signer: Signer;
  log: Logger;
}

export const callbackPath = '/sign-in/staff/callback';

const purpose = 'staff sign-in';
const callSeconds = 10;

/** Undefined where no issuer is set. The library is loaded with the first sign-in. */
export function createStaffSignIn(options: StaffOptions): StaffSignIn | undefined {
  const { config, challenges, signer } = options;
  if (config.OIDC_ISSUER === '') return undefined;
  const discover = createDiscovery(options);
  // Of the state alone, so that nothing is saved between the two steps.
  const toSecrets = (state: string) => ({
    nonce: signer.sign(`nonce ${state}`),
    verifier: signer.sign(`verifier ${state}`),
  });
  return {
    name: config.OIDC_NAME,
    provider: `oidc ${config.OIDC_ISSUER}`,
    begin: async () => {
      const { client, server } = await discover();
      const state = challenges.build(purpose);
      const { nonce, verifier } = toSecrets(state);
      const url = client.buildAuthorizationUrl(server, {
        redirect_uri: config.BASE_URL + callbackPath,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, state };
    },
    finish: async (query, state) => {
      if (!(await challenges.take(state, purpose))) return undefined;
      const found = await discover();
      return readClaims(options, found, { query, state, ...toSecrets(state) });
    },
  };
}

interface Discovered {
  client: typeof OpenIdClient;
  server: OpenIdClient.Configuration;
}

/** Returns what reads the issuer's document, once it has succeeded. */
function createDiscovery({ config, log }: StaffOptions): () => Promise<Discovered> {
  let known: Promise<Discovered> | undefined;
  const discover = async () => {
    const client = await import('openid-client');
    const isLocal = config.NODE_ENV !== 'production' && config.OIDC_ISSUER.startsWith('http:');
    const server = await client.discovery(
      new URL(config.OIDC_ISSUER),
      config.OIDC_CLIENT_ID,
      config.OIDC_CLIENT_SECRET,
      undefined,
      {
        timeout: callSeconds,
        // The ID token's signature is checked too, although the issuer itself has sent it.
        execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
      },
    );
    return { client, server };
  };
  return () => {
    known ??= discover().catch((cause: unknown) => {
      known = undefined;
      log.warn({ err: cause, issuer: config.OIDC_ISSUER }, 'the OpenID provider cannot be used');
      throw new ApiError('SERVICE_UNAVAILABLE', `${config.OIDC_NAME} does not respond; try again.`, {
        retryAfter: 10,
        cause,
      });
    });
    return known;
  };
}

interface Returned {
  query: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** Exchanges the code for claims: those of the ID token, and of the issuer's user info where that has more. */
async function readClaims(
  { config, log }: StaffOptions,
  { client, server }: Discovered,
  { query, state, nonce, verifier }: Returned,
): Promise<StaffClaims | undefined> {
  try {
    const tokens = await client.authorizationCodeGrant(
      server,
      new URL(`${config.BASE_URL}${callbackPath}?${query}`),
      { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
    );
    const claims = tokens.claims()!;
    const hasMore = server.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore ? await client.fetchUserInfo(server, tokens.access_token, claims.sub) : {};
    return { ...more, ...claims };
  } catch (error) {
    log.warn({ err: error, issuer: config.OIDC_ISSUER }, 'a sign-in with the OpenID provider was refused');
    return undefined;
  }
}
