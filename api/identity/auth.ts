import { mongodbAdapter } from 'better-auth/adapters/mongodb';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { mongo } from 'mongoose';
import type { Logger } from '../../shared/log.ts';
import { daySeconds } from '../../shared/time.ts';
import { modelNames, toLibraryId, withoutIndexBuilds } from './auth-database.ts';
import { readClaims } from './link-claims.ts';
import type { IdentityMails } from './mails.ts';
import { passwordLength } from './password-length.ts';
import { startSession } from './start-session.ts';

export interface AuthOptions {
  db: mongo.Db;
  baseUrl: string;
  /** The newest first. */
  secrets: readonly { keyId: string; secret: string }[];
  sessionDays: number;
  mails: IdentityMails;
  /** The header in which this process passes the client's address to the library. */
  addressHeader: string;
  log: Logger;
}

/** How long the links of mails are valid. */
const linkSeconds = 3600;

export type Auth = ReturnType<typeof createAuth>;

/**
 * Users, passwords, sessions and second factors by better-auth. Its own HTTP handler is not mounted: routes of ours call
 * its functions, so that every form works without JavaScript and every route has a row in the table of permissions.
 * It needs no transactions: each step may be made again.
 */
export function createAuth(options: AuthOptions) {
  const { db, baseUrl, secrets, sessionDays, mails, addressHeader, log } = options;
  const isSecure = baseUrl.startsWith('https:');
  return betterAuth({
    appName: 'Render platform',
    baseURL: baseUrl,
    secrets: secrets.map(({ keyId, secret }) => ({
      version: Number.parseInt(keyId.slice(0, 6), 16),
      value: secret,
    })),
    database: mongodbAdapter(withoutIndexBuilds(db), { transaction: false }),
    telemetry: { enabled: false },
    // Attempts are limited in Redis, for all processes together (attempt-limits.ts).
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      log: (level, message) => log.error({ level }, `better-auth: ${message}`),
    },
    advanced: {
      database: { generateId: toLibraryId },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      cookiePrefix: isSecure ? '__Host-identity' : 'identity',
      // The library's own prefix would be `__Secure-`, which allows other subdomains to set it.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: 'lax', path: '/' },
    },
    user: {
      modelName: modelNames.user,
      changeEmail: { enabled: true },
      additionalFields: {
        isOperator: { type: 'boolean', required: false, input: false },
        ownAccount: { type: 'string', required: false, input: false },
      },
    },
    session: {
      modelName: modelNames.session,
      expiresIn: sessionDays * daySeconds,
      additionalFields: { account: { type: 'string', required: false, input: false } },
    },
    account: { modelName: modelNames.account },
    verification: { modelName: modelNames.verification },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      resetPasswordTokenExpiresIn: linkSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => mails.sendReset(user, token),
      // The link was in that mailbox.
      onPasswordReset: async ({ user }) => {
        const confirmed = { $set: { emailVerified: true } };
        await db.collection<{ _id: string }>(modelNames.user).updateOne({ _id: user.id }, confirmed);
      },
      onExistingUserSignUp: async ({ user }) => mails.sendExisting(user),
    },
    emailVerification: {
      expiresIn: linkSeconds,
      sendOnSignUp: true,
      sendVerificationEmail: async ({ user, token }) =>
        readClaims(token)?.updateTo === undefined
          ? mails.sendVerification(user, token)
          : mails.sendNewAddress(user.email, token),
    },
    plugins: [
      twoFactor({
        issuer: 'Render platform',
        schema: { twoFactor: { modelName: modelNames.twoFactor } },
      }),
      startSession,
    ],
  });
}
