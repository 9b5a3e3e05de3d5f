import type { Response } from 'express';
import type { IdentityDependencies } from './identity-dependencies.ts';
import { sendPage } from './send-page.ts';
import { type SignIn, signInPage } from './sign-in-pages.tsx';

/** Sends the page on which people sign in, with all ways to do so. */
export function sendSignIn(
  { passkeys, staff, web }: Pick<IdentityDependencies, 'passkeys' | 'staff' | 'web'>,
  res: Response,
  page: SignIn,
  status = 200,
): void {
  const ways = { passkey: passkeys.askToSignIn(), issuer: staff?.name };
  sendPage(res, signInPage({ ...page, ways }, web().build.rooms), status);
}
