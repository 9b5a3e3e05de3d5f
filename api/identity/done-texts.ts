import Joi from 'joi';
import { findDone } from '../html/find-done.ts';

/** Messages of forms after their redirect, by the `done` of the address: no text comes from an address. */
const texts: Readonly<Record<string, string>> = {
  password: 'Your password is changed. Sign in with it.',
  out: 'You are signed out.',
  deleted: 'Your user is deleted.',
  name: 'Your name is changed.',
  'own-password': 'Your password is changed, and all other sessions are over.',
  email: 'Open the link in the mail to your new address; until then the old one stays.',
  'email-changed': 'Your e-mail address is changed.',
  sessions: 'All other sessions are over.',
  invited: 'The invitation is on its way.',
  withdrawn: 'The invitation is withdrawn.',
  roles: 'The roles are changed; that person signs in again.',
  removed: 'The member is removed.',
  joined: 'You have joined the account.',
  switched: 'You work in another account now.',
  created: 'The account is created.',
  renamed: 'The account has another name now.',
  'second-factor': 'A code is asked for at each sign-in from now on.',
  'no-second-factor': 'Codes are no longer required.',
  passkey: 'You can sign in with the passkey from now on.',
  'no-passkey': 'The passkey is removed. Delete it on the device too.',
};

export const doneTexts = {
  get: (done: string | undefined): string | undefined => findDone(texts, done),
};

/** The query of pages that forms lead to. */
export const doneQuery = Joi.object<{ done?: string }>({ done: Joi.string() }).unknown();
