import type { AccountDoc, AccountModel } from '../accounts/account-model.ts';
import { ApiError } from '../errors.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { dayMs } from '../time.ts';
import { newWebhookSecret } from './signature.ts';

/** The webhook of an account, as it is saved: secrets are sealed. */
export type AccountWebhook = NonNullable<AccountDoc['webhook']>;

/** Time for which calls are signed with the former secret too, so that receivers can change theirs meanwhile. */
const overlapMs = dayMs;

/**
 * Sets the URL that is called for every render of an account; `null` removes it, undefined keeps it. The first
 * call generates a signing secret and returns it; it is not shown again. @throws ApiError NOT_FOUND
 */
export async function saveWebhook(
  accounts: AccountModel,
  box: SecretBox,
  account: string,
  url: string | null | undefined,
): Promise<{ secret?: string }> {
  const known = await readWebhook(accounts, account);
  const secret = known ? undefined : newWebhookSecret();
  const set = {
    ...(secret ? { 'webhook.secret': box.seal(secret, account) } : {}),
    ...(url ? { 'webhook.url': url } : {}),
  };
  // Two first calls at once: only one of their secrets is saved, and returned.
  const filter = secret ? { _id: account, 'webhook.secret': { $exists: false } } : { _id: account };
  const update = { $set: set, ...(url === null ? { $unset: { 'webhook.url': 1 as const } } : {}) };
  const { matchedCount } = await accounts.updateOne(filter, update);
  if (matchedCount === 0)
    throw new ApiError('CONFLICT', 'The webhook was changed meanwhile; run the command again.');
  return secret ? { secret } : {};
}

/**
 * Replaces the signing secret, by the given one if any; the former one stays valid for a day. Does nothing when it is
 * the given one already. @throws ApiError NOT_FOUND, CONFLICT
 */
export async function rotateWebhookSecret(
  accounts: AccountModel,
  box: SecretBox,
  account: string,
  { secret = newWebhookSecret(), now = new Date() }: { secret?: string; now?: Date } = {},
): Promise<{ secret: string; previousUntil: Date; isNew: boolean }> {
  const webhook = await readWebhook(accounts, account);
  if (!webhook)
    throw new ApiError('CONFLICT', 'This account has no signing secret yet; set its webhook first.');
  if (webhook.previousUntil && box.open(webhook.secret, account) === secret)
    return { secret, previousUntil: webhook.previousUntil, isNew: false };
  const previousUntil = new Date(now.getTime() + overlapMs);
  const { matchedCount } = await accounts.updateOne(
    { _id: account, 'webhook.secret': webhook.secret },
    {
      $set: {
        'webhook.secret': box.seal(secret, account),
        'webhook.previous': webhook.secret,
        'webhook.previousUntil': previousUntil,
      },
    },
  );
  if (matchedCount === 0) throw new ApiError('CONFLICT', 'The secret was rotated meanwhile.');
  return { secret, previousUntil, isNew: true };
}

/** Reads the webhook of an account; undefined before the first `saveWebhook`. @throws ApiError NOT_FOUND */
export async function readWebhook(
  accounts: AccountModel,
  account: string,
): Promise<AccountWebhook | undefined> {
  const found = await accounts.findById(account, { webhook: 1 }).lean<Pick<AccountDoc, 'webhook'>>();
  if (!found) throw new ApiError('NOT_FOUND', `There is no account ${account}; see account list.`);
  return found.webhook;
}

/** Opens the secrets to sign a call with, newest first. @throws SecretUnreadable */
export function openWebhookSecrets(
  box: SecretBox,
  account: string,
  { secret, previous, previousUntil }: AccountWebhook,
  now = new Date(),
): string[] {
  const sealed = previous && previousUntil && previousUntil > now ? [secret, previous] : [secret];
  return sealed.map((text) => box.open(text, account));
}

const pageSize = 100;

/** Seals again every signing secret that an older key opens; idempotent. Returns how many. */
export async function resealWebhookSecrets(accounts: AccountModel, box: SecretBox): Promise<number> {
  let sealed = 0;
  let after = '';
  for (;;) {
    const page = await accounts
      .find({ _id: { $gt: after }, webhook: { $exists: true } }, { webhook: 1 })
      .sort({ _id: 1 })
      .limit(pageSize)
      .lean<AccountDoc[]>();
    for (const account of page) sealed += await resealAccount(accounts, box, account);
    if (page.length < pageSize) return sealed;
    after = page.at(-1)?._id ?? after;
  }
}

async function resealAccount(
  accounts: AccountModel,
  box: SecretBox,
  { _id, webhook }: Pick<AccountDoc, '_id' | 'webhook'>,
): Promise<number> {
  let sealed = 0;
  for (const field of ['secret', 'previous'] as const) {
    const former = webhook?.[field];
    if (!former || !box.isStale(former)) continue;
    const path = `webhook.${field}`;
    const present = box.seal(box.open(former, _id), _id);
    sealed += (await accounts.updateOne({ _id, [path]: former }, { $set: { [path]: present } }))
      .modifiedCount;
  }
  return sealed;
}
