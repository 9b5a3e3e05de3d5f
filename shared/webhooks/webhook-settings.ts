import type { AccountModel } from '../accounts/account-model.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { newWebhookSecret } from './signature.ts';

/**
 * Gives an account a new signing secret, and the URL that is told of every render when one is given;
 * `null` takes the URL away. Answers the secret, which is not shown again, or null without such an account.
 */
export async function saveWebhook(
  accounts: AccountModel,
  box: SecretBox,
  account: string,
  url: string | null | undefined,
): Promise<{ secret: string } | null> {
  const secret = newWebhookSecret();
  const sealed = { 'webhook.secret': box.seal(secret, account) };
  const saved = await accounts.updateOne(
    { _id: account },
    url === null
      ? { $set: sealed, $unset: { 'webhook.url': 1 } }
      : { $set: { ...sealed, ...(url && { 'webhook.url': url }) } },
  );
  return saved.matchedCount === 1 ? { secret } : null;
}
