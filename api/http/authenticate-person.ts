import type { Request, Response } from 'express';
import { ApiError } from '../../shared/errors.ts';
import type { Role } from '../../shared/identity/roles.ts';
import type { People } from '../identity/people.ts';
import type { Member, Person } from '../identity/person.ts';
import { assertOwnPage, readForm } from './form.ts';
import { peekField } from './peek-field.ts';
import { isSameText } from './same-text.ts';

/** The header with which scripts of our pages send the token of a form whose body is not a form. */
const tokenHeader = 'x-form-token';

/**
 * Returns the person who is signed in. What changes something must come from a page of ours and have the token of that
 * person's session: cookies are also sent with requests that other sites start.
 * @throws ApiError UNAUTHORIZED, FORBIDDEN
 */
export async function authenticatePerson(people: People, req: Request, res: Response): Promise<Person> {
  const changes = req.method !== 'GET' && req.method !== 'HEAD';
  if (changes) assertOwnPage(req);
  const person = await people(req, res);
  if (!person) throw new ApiError('UNAUTHORIZED', 'Sign in first.');
  res.locals.person = person;
  if (changes && !isSameText(await readToken(req), person.formToken))
    throw new ApiError('FORBIDDEN', 'You have signed in again since this page was opened; open it again.');
  return person;
}

async function readToken(req: Request): Promise<string> {
  // The rest of a form with a file is read by its handler.
  if (req.is('multipart/form-data')) return peekField(req, 'token');
  return req.get(tokenHeader) ?? (await readForm(req)).token ?? '';
}

/** @throws ApiError FORBIDDEN for someone who has none of the roles. */
export function requireRole(person: Person, roles: readonly Role[]): Person {
  if (person.roles.some((role) => roles.includes(role))) return person;
  throw new ApiError(
    'FORBIDDEN',
    'Your role does not include this; ask an owner of the account for another one.',
  );
}

/** @throws ApiError FORBIDDEN for someone who is in no account. */
export function requireAccount(person: Person): Member {
  const { account } = person;
  if (account) return { ...person, account };
  throw new ApiError('FORBIDDEN', 'You are in no account; create one, or ask its owner for an invitation.');
}
