import type { Request, Response } from 'express';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import type { Logger } from '../../shared/log.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import type { Auth } from './auth.ts';
import type { IdentityMails } from './mails.ts';

export interface IdentityOptions {
  config: Pick<Config, 'BASE_URL' | 'SESSION_DAYS'>;
  database: Pick<Database, 'connection'>;
  secrets: SecretBox;
  mails: IdentityMails;
  log: Logger;
}

const addressHeader = 'x-client-address';

/** Returns the library, loaded when it is first used: it takes 0.3 s, which a start should not wait for. */
export type Identity = () => Promise<Auth>;

export function createIdentity({ config, database, secrets, mails, log }: IdentityOptions): Identity {
  let loading: Promise<Auth> | undefined;
  const load = async () => {
    const { createAuth } = await import('./auth.ts');
    return createAuth({
      db: database.connection.db!,
      baseUrl: config.BASE_URL,
      secrets: secrets.derive('identity'),
      sessionDays: config.SESSION_DAYS,
      mails,
      addressHeader,
      log,
    });
  };
  return () => {
    loading ??= load();
    return loading;
  };
}

/** The headers of a request that the library reads. */
export function toLibraryHeaders(req: Request): Headers {
  const headers = new Headers({ [addressHeader]: req.ip ?? '' });
  for (const name of ['cookie', 'user-agent']) {
    const value = req.get(name);
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

/** Passes the cookies on that the library sets. */
export function sendCookies(res: Response, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) res.append('Set-Cookie', cookie);
}

/** The library's code of a refusal, such as `INVALID_EMAIL_OR_PASSWORD`; undefined for any other error. */
export function toRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'APIError') return undefined;
  const { body } = error as Error & { body?: { code?: string } };
  return body?.code ?? 'UNKNOWN';
}
