import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type JWK, type KoaContextWithOIDC } from 'oidc-provider';

const clientId = 'render-platform';
const clientSecret = 'a secret of the client';

/** Claims of a person besides `sub`. */
type Claims = Record<string, unknown>;

export interface OpenIdIssuer {
  url: string;
  /** The settings of an installation that trusts it. */
  env: Record<string, string>;
  /** Who signs in next, under the claim `sub`. */
  signInAs(sub: string, claims: Claims): void;
  /** Changes the claims of the next ID token and signs it anew; `asOther`: with a key that the issuer does not publish. */
  forge(change: Claims, asOther?: boolean): void;
  close(): Promise<void>;
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** An OpenID provider on an own port (oidc-provider), at which people are signed in without a form. */
export async function startOpenIdIssuer(redirect: string): Promise<OpenIdIssuer> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [key, otherKey] = [newKey(), newKey()];
  const people = new Map<string, Claims>();
  let current = '';
  let forged: { change: Claims; asOther: boolean } | undefined;
  const provider = createProvider(url, redirect, {
    jwk: { ...key.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' } as JWK,
    readClaims: (sub) => people.get(sub) ?? {},
  });
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (!forged || typeof body?.id_token !== 'string') return;
    body.id_token = signAnew(body.id_token, forged.change, forged.asOther ? otherKey : key);
    forged = undefined;
  });
  const handle = provider.callback();
  server.on('request', (req, res) => {
    if (!req.url?.startsWith('/interaction/')) return void handle(req, res);
    void provider.interactionFinished(req, res, { login: { accountId: current } });
  });
  return {
    url,
    env: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Example',
    },
    signInAs: (sub, claims) => {
      current = sub;
      people.set(sub, claims);
    },
    forge: (change, asOther = false) => {
      forged = { change, asOther };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createProvider(
  url: string,
  redirect: string,
  { jwk, readClaims }: { jwk: JWK; readClaims: (sub: string) => Claims },
): Provider {
  return new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirect],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the test'] },
    pkce: { required: () => true },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...readClaims(sub) }) }),
    loadExistingGrant,
    ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
  });
}

/** Grants the client the claims without asking the user. */
async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { provider, client, session } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

function signAnew(token: string, change: Claims, key: ReturnType<typeof newKey>): string {
  const [header = '', payload = ''] = token.split('.');
  const claims = { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims), ...change };
  const text = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}
