import type { Request, Response } from 'express';
import { type SecretBox, SecretUnreadable } from '../../shared/secrets/secret-box.ts';
import type { Person } from '../identity/person.ts';

/** A secret that its owner sees once, after the form that made it. */
export interface ShownSecret {
  kind: 'key' | 'webhook';
  secret: string;
  /** Of a key: its name and what it is for. */
  name?: string;
  mode?: 'live' | 'test';
}

const cookieName = 'shown_once';
const maxAgeMs = 120_000;

/*
 * A form leads to a page by a redirect, so that a reload sends nothing again. The secret travels to that page in a
 * cookie of the browser that made it, sealed for its session: it is neither in an address nor kept by the service.
 */
const options = ({ req }: Response) =>
  ({ httpOnly: true, sameSite: 'strict', secure: req.secure, path: '/developers' }) as const;

const toOwner = ({ session }: Pick<Person, 'session'>) => `shown-once.${session.id}`;

/** Hands a secret to the next page that takes it. */
export function showOnce(res: Response, box: SecretBox, person: Person, shown: ShownSecret): void {
  const sealed = box.seal(JSON.stringify(shown), toOwner(person));
  res.cookie(cookieName, sealed, { ...options(res), maxAge: maxAgeMs });
}

/** Returns the secret of that kind that the last form made, once. */
export function takeShown(
  { req, res, person }: { req: Request; res: Response; person: Person },
  box: SecretBox,
  kind: ShownSecret['kind'],
): ShownSecret | undefined {
  const sealed = /(?:^|; )shown_once=([^;]+)/.exec(req.get('cookie') ?? '')?.[1];
  if (!sealed) return undefined;
  const shown = open(box, decodeURIComponent(sealed), person);
  if (shown?.kind !== kind) return undefined;
  res.clearCookie(cookieName, options(res));
  return shown;
}

function open(box: SecretBox, sealed: string, person: Person): ShownSecret | undefined {
  try {
    return JSON.parse(box.open(sealed, toOwner(person))) as ShownSecret;
  } catch (error) {
    // Of another session, or of a key of the service that was removed: there is nothing to show.
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}
