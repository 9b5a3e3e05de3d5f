import { randomBytes } from 'node:crypto';
import Joi from 'joi';
import { invalidInput } from '../errors.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { OrderWebhook, StoreDoc, StoreModel } from '../stores/store-model.ts';
import { hourMs } from '../time.ts';
import { validate } from '../validation/validate.ts';
import { newWebhookSecret } from '../webhooks/signature.ts';
import { type OrderPlatform, orderPlatforms } from './order-update.ts';

const previousHours = 24;

interface OrderWebhookSettings {
  platform: OrderPlatform;
  secret?: string;
}

const settingsSchema = Joi.object<OrderWebhookSettings>({
  platform: Joi.valid(...orderPlatforms).required(),
  secret: Joi.string()
    .trim()
    .min(8)
    .max(256)
    .when('platform', {
      is: 'generic',
      // biome-ignore lint/suspicious/noThenProperty: joi's name for the branch
      then: Joi.string().pattern(
        /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/,
        'whsec_ and at least 24 bytes in base64',
      ),
    }),
}).prefs({ convert: true });

export interface SavedOrderWebhook {
  /** Path on BASE_URL. */
  path: string;
  /** The secret when it was generated here: it is not shown again. */
  secret?: string;
}

/**
 * Sets the secret of a store's order webhooks; generated unless given. Shopify generates its own.
 * @throws ApiError INVALID_INPUT naming `platform` or `secret`.
 */
export async function saveOrderWebhook(
  stores: StoreModel,
  secrets: SecretBox,
  store: StoreDoc,
  options: { platform: string; secret?: string; now?: Date },
): Promise<SavedOrderWebhook> {
  const { now = new Date(), ...input } = options;
  const { platform, secret: given } = validate(settingsSchema, input);
  const secret = given ?? generateSecret[platform]();
  const before = store.orderWebhooks?.[platform];
  const saved: OrderWebhook = {
    secret: secrets.seal(secret, store._id),
    ...(before
      ? { previous: before.secret, previousUntil: new Date(now.getTime() + previousHours * hourMs) }
      : {}),
  };
  await stores.updateOne({ _id: store._id }, { $set: { [`orderWebhooks.${platform}`]: saved } });
  return { path: `/webhooks/orders/${store.slug}/${platform}`, ...(given === undefined ? { secret } : {}) };
}

const generateSecret: Record<OrderPlatform, () => string> = {
  shopify: () => {
    throw invalidInput(
      'secret',
      'is required: the client secret of the Shopify app, or the one that its admin shows for webhooks.',
    );
  },
  woocommerce: () => randomBytes(32).toString('base64url'),
  generic: newWebhookSecret,
};

/** Opens the secrets that a store's deliveries may be signed with, newest first; none without a webhook. */
export function openOrderSecrets(
  secrets: SecretBox,
  { _id, orderWebhooks }: Pick<StoreDoc, '_id' | 'orderWebhooks'>,
  platform: OrderPlatform,
  now = new Date(),
): string[] {
  const webhook = orderWebhooks?.[platform];
  if (!webhook) return [];
  const { secret, previous, previousUntil } = webhook;
  const sealed = previous && previousUntil && previousUntil > now ? [secret, previous] : [secret];
  return sealed.map((text) => secrets.open(text, _id));
}

const pageSize = 100;

/** Seals again every secret that an older key opens; idempotent. Returns how many. */
export async function resealOrderSecrets(stores: StoreModel, secrets: SecretBox): Promise<number> {
  let sealed = 0;
  let after = '';
  for (;;) {
    const page = await stores
      .find({ _id: { $gt: after }, orderWebhooks: { $exists: true } }, { orderWebhooks: 1 })
      .sort({ _id: 1 })
      .limit(pageSize)
      .lean<StoreDoc[]>();
    for (const store of page) sealed += await resealStore(stores, secrets, store);
    if (page.length < pageSize) return sealed;
    after = page.at(-1)!._id;
  }
}

async function resealStore(
  stores: StoreModel,
  secrets: SecretBox,
  { _id, orderWebhooks = {} }: StoreDoc,
): Promise<number> {
  let sealed = 0;
  for (const platform of orderPlatforms) {
    for (const field of ['secret', 'previous'] as const) {
      const old = orderWebhooks[platform]?.[field];
      if (!old || !secrets.isStale(old)) continue;
      const path = `orderWebhooks.${platform}.${field}`;
      const fresh = secrets.seal(secrets.open(old, _id), _id);
      sealed += (await stores.updateOne({ _id, [path]: old }, { $set: { [path]: fresh } })).modifiedCount;
    }
  }
  return sealed;
}
