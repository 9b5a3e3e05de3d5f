import type { Config } from '../config/variables.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids.ts';
import { isDuplicateKey } from '../mongodb/database-errors.ts';
import type { UserDoc } from './library-models.ts';
import { passwordProvider } from './ways-in.ts';

/** Claims of an OpenID provider about a person; only `sub` is there for certain. */
export interface StaffClaims {
  sub: string;
  [claim: string]: unknown;
}

export type StaffRules = Pick<Config, 'OIDC_ALLOWED_DOMAINS' | 'OIDC_ALLOWED_GROUPS' | 'OIDC_LINK_USERS'>;

type Collections = Pick<Database, 'users' | 'credentials' | 'sessions' | 'twoFactors' | 'passkeys'>;

/** Someone of the operator's staff at one issuer. */
interface Subject {
  provider: string;
  sub: string;
}

/** The address of claims that a rule lets in; undefined for everyone else. */
export function toStaffEmail(claims: StaffClaims, rules: StaffRules): string | undefined {
  const { email, email_verified, groups } = claims;
  if (typeof email !== 'string' || email_verified !== true) return undefined;
  const address = email.toLowerCase();
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const isOfDomain = allows(rules.OIDC_ALLOWED_DOMAINS, [domain]);
  const isOfGroup = allows(rules.OIDC_ALLOWED_GROUPS, Array.isArray(groups) ? groups : []);
  return isOfDomain && isOfGroup ? address : undefined;
}

/** A list without entries asks for nothing. */
const allows = (allowed: readonly string[], given: readonly unknown[]): boolean =>
  allowed.length === 0 || given.some((one) => typeof one === 'string' && allowed.includes(one));

/**
 * Makes someone an operator; returns the user, or undefined when the address has a user who may not be joined with it.
 * The credential goes first, so that a sign-in that was cut off is completed by the next one.
 */
export async function admitStaff(
  database: Collections,
  { provider, sub, email, name }: Subject & { email: string; name: string },
  rules: StaffRules,
): Promise<UserDoc | undefined> {
  const subject = { accountId: sub, providerId: provider };
  const known = await database.credentials.findOne(subject).lean();
  const userId = known?.userId ?? (await findUser(database, email, rules));
  if (userId === undefined) return undefined;
  const now = new Date();
  if (!known)
    await database.credentials.create({
      _id: newId('crd'),
      userId,
      ...subject,
      createdAt: now,
      updatedAt: now,
    });
  const change = {
    $set: { isOperator: true, emailVerified: true, updatedAt: now },
    $setOnInsert: { email, name, createdAt: now },
  };
  await database.users.updateOne({ _id: userId }, change, { upsert: true }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
  });
  return (await database.users.findOne({ _id: userId }).lean<UserDoc>()) ?? undefined;
}

/** The id of the user with an address, or of a new one; undefined where that user may not be joined. */
async function findUser(
  database: Collections,
  email: string,
  { OIDC_LINK_USERS }: StaffRules,
): Promise<string | undefined> {
  const user = await database.users.findOne({ email }).lean<UserDoc>();
  if (!user) return newId('usr');
  if (!OIDC_LINK_USERS) return undefined;
  if (!user.emailVerified) await forgetWaysIn(database, user._id);
  return user._id;
}

/** Someone else may have signed up with the address, without its mailbox. */
async function forgetWaysIn(
  { credentials, sessions, twoFactors, passkeys }: Collections,
  userId: string,
): Promise<void> {
  await Promise.all([
    credentials.deleteMany({ userId, providerId: passwordProvider }),
    sessions.deleteMany({ userId }),
    twoFactors.deleteMany({ userId }),
    passkeys.deleteMany({ user: userId }),
  ]);
}

/** Ends the work of someone whom the rules no longer let in. Returns true if there was such an operator. */
export async function dismissStaff(
  { users, credentials, sessions }: Pick<Database, 'users' | 'credentials' | 'sessions'>,
  { provider, sub }: Subject,
): Promise<boolean> {
  const known = await credentials.findOne({ accountId: sub, providerId: provider }).lean();
  if (!known) return false;
  await users.updateOne({ _id: known.userId }, { $set: { isOperator: false } });
  await sessions.deleteMany({ userId: known.userId });
  return true;
}
