import { invitationDays } from '../../shared/identity/invitations.ts';
import type { MemberRole } from '../../shared/identity/roles.ts';
import { toRoleNames } from '../../shared/identity/roles.ts';
import type { Mailer } from '../../shared/mail/mailer.ts';

interface Recipient {
  email: string;
  name: string;
}

/** The mails about someone's user. */
export interface IdentityMails {
  sendVerification(to: Recipient, token: string): void;
  sendNewAddress(to: string, token: string): void;
  sendReset(to: Recipient, token: string): void;
  /** To someone who signed up again. */
  sendExisting(to: Recipient): void;
  sendInvitation(to: string, about: { accountName: string; roles: readonly MemberRole[]; by: string }): void;
}

const ignore = 'If you did not ask for this, ignore this mail: nothing happens without you.';

/** Writes the mails; their links lead to pages of `baseUrl` and are valid for an hour. */
export function createIdentityMails(mailer: Mailer, baseUrl: string): IdentityMails {
  const link = (path: string, token: string) => `${baseUrl}${path}?${new URLSearchParams({ token })}`;
  return {
    sendVerification: ({ email }, token) =>
      mailer.send({
        to: email,
        subject: 'Confirm your e-mail address',
        text: lines(
          'Confirm your e-mail address with your password, within an hour:',
          link('/sign-up/confirm', token),
          ignore,
        ),
      }),
    sendNewAddress: (to, token) =>
      mailer.send({
        to,
        subject: 'Confirm your new e-mail address',
        text: lines(
          'Confirm within an hour that you sign in with this e-mail address:',
          link('/developers/profile/new-email', token),
          ignore,
        ),
      }),
    sendReset: ({ email }, token) =>
      mailer.send({
        to: email,
        subject: 'Choose a new password',
        text: lines('Choose a new password within an hour:', link('/sign-in/new-password', token), ignore),
      }),
    sendExisting: ({ email }) =>
      mailer.send({
        to: email,
        subject: 'You have signed up already',
        text: lines(
          'Someone signed up with your e-mail address, which has a user already. Sign in:',
          `${baseUrl}/sign-in`,
          'If you have forgotten your password, choose a new one:',
          `${baseUrl}/sign-in/forgotten`,
          ignore,
        ),
      }),
    sendInvitation: (to, { accountName, roles, by }) =>
      mailer.send({
        to,
        subject: `Join ${accountName}`,
        text: lines(
          `${by} invites you into the account ${accountName} as ${toRoleNames(roles)}. Accept within ${invitationDays} days:`,
          `${baseUrl}/developers/accounts`,
          'Sign up with this e-mail address first if you have no user yet.',
        ),
      }),
  };
}

const lines = (...parts: string[]): string => parts.join('\n\n');
