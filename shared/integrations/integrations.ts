import Joi from 'joi';
import { ApiError, invalidInput } from '../errors.ts';
import { type Outbound, OutboundRefused } from '../outbound/outbound.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Integration, IntegrationState, StoreDoc, StoreModel } from '../stores/store-model.ts';
import { validate } from '../validation/validate.ts';
import { changeIntegration } from './transitions.ts';

export interface IntegrationSettings {
  endpoint: string;
  /** Absent: the saved one stays. Empty: none, a proxy authenticates the requests. */
  writeKey?: string;
}

export interface IntegrationDependencies {
  stores: StoreModel;
  outbound: Pick<Outbound, 'assertResolves'>;
  secrets: SecretBox;
}

/** An integration as it is shown: without secrets. */
export interface IntegrationView {
  state: IntegrationState;
  reason?: string;
  endpoint?: string;
  /** The write key, masked; absent when there is none. */
  writeKey?: string;
  savedAt?: Date;
  changedAt?: Date;
  failingSince?: Date;
}

const limits = { endpoint: 2048, writeKey: 512 } as const;

export const integrationSettings = Joi.object<IntegrationSettings, true>({
  endpoint: Joi.string()
    .trim()
    .max(limits.endpoint)
    .required()
    .description('Base URL of the analytics platform’s HTTP API.')
    .meta({ jsonSchema: { format: 'uri' } }),
  writeKey: Joi.string()
    .trim()
    .max(limits.writeKey)
    .pattern(/^[\x21-\x7e]+$/, 'visible ASCII characters')
    .allow('')
    .description('Absent: the saved one stays, unless the endpoint moves to another host. Empty: none.')
    .meta({ jsonSchema: { pattern: '^[!-~]*$' } }),
})
  .prefs({ convert: true })
  .description('The analytics endpoint of a store.');

/** Returns the last characters of a write key: too few to use, enough to distinguish two. None of a short key. */
function getHint(writeKey: string): string {
  return writeKey.length >= 12 ? writeKey.slice(-4) : '';
}

export function integrationView({ integration }: Pick<StoreDoc, 'integration'>): IntegrationView {
  const { writeKey, writeKeyHint, revision: _, ...shown } = integration;
  return { ...shown, ...(writeKey ? { writeKey: `••••${writeKeyHint ?? ''}` } : {}) };
}

/**
 * Saves endpoint and write key, which connects the integration whatever its state was. `input` is an
 * `IntegrationSettings` as it came in.
 * @throws ApiError INVALID_INPUT naming `endpoint` or `writeKey`.
 */
export async function saveIntegration(
  { stores, outbound, secrets }: IntegrationDependencies,
  store: StoreDoc,
  input: unknown,
  now = new Date(),
): Promise<StoreDoc> {
  const { endpoint, writeKey } = validate(integrationSettings, input);
  await checkEndpoint(outbound, endpoint);
  const { set, unset } = keyChange(secrets, store, endpoint, writeKey);
  const changed = await changeIntegration(stores, store._id, 'save', {
    revision: store.integration.revision,
    set: { endpoint, savedAt: now, ...set },
    unset,
    now,
  });
  if (changed) return changed;
  throw new ApiError('CONFLICT', 'The integration was changed meanwhile; read it and save again.');
}

async function checkEndpoint(outbound: Pick<Outbound, 'assertResolves'>, endpoint: string): Promise<void> {
  try {
    await outbound.assertResolves(endpoint);
  } catch (error) {
    if (error instanceof OutboundRefused) throw invalidInput('endpoint', `${error.message}.`, error);
    throw error;
  }
}

type KeyField = 'writeKey' | 'writeKeyHint';
const noKey: readonly KeyField[] = ['writeKey', 'writeKeyHint'];

function keyChange(
  secrets: SecretBox,
  { _id, integration }: StoreDoc,
  endpoint: string,
  writeKey: string | undefined,
): { set: Partial<Pick<Integration, KeyField>>; unset: readonly KeyField[] } {
  if (writeKey === undefined) {
    if (integration.writeKey && !sameOrigin(endpoint, integration.endpoint)) {
      // Otherwise any caller who may edit the endpoint could have the key sent to a server of their own.
      throw invalidInput('writeKey', 'is required again when the endpoint moves to another host.');
    }
    return { set: {}, unset: [] };
  }
  if (writeKey === '') return { set: {}, unset: noKey };
  return { set: { writeKey: secrets.seal(writeKey, _id), writeKeyHint: getHint(writeKey) }, unset: [] };
}

function sameOrigin(endpoint: string, saved: string | undefined): boolean {
  return saved !== undefined && new URL(endpoint).origin === new URL(saved).origin;
}

/** Removes endpoint and write key; returns null when the integration was not connected. */
export async function disconnectIntegration(stores: StoreModel, storeId: string): Promise<StoreDoc | null> {
  return changeIntegration(stores, storeId, 'disconnect', { unset: ['endpoint', 'savedAt', ...noKey] });
}

/**
 * Stops forwarding until `resumeIntegration`, a save or a successful test event.
 * @throws ApiError CONFLICT unless the integration is connected.
 */
export async function pauseIntegration(stores: StoreModel, storeId: string): Promise<StoreDoc> {
  const paused = await changeIntegration(stores, storeId, 'pausedByHand');
  if (paused) return paused;
  throw new ApiError('CONFLICT', 'Only a connected integration can be paused.');
}

/**
 * Forwards events again, whatever paused the integration.
 * @throws ApiError CONFLICT unless it is paused.
 */
export async function resumeIntegration(stores: StoreModel, storeId: string): Promise<StoreDoc> {
  const resumed = await changeIntegration(stores, storeId, 'resumed');
  if (resumed) return resumed;
  throw new ApiError('CONFLICT', 'Only a paused integration can be resumed.');
}

const pageSize = 100;

/** Seals again every write key that an older key opens; idempotent. Returns how many. */
export async function resealWriteKeys(stores: StoreModel, secrets: SecretBox): Promise<number> {
  let sealed = 0;
  let after = '';
  for (;;) {
    const page = await stores
      .find({ _id: { $gt: after }, 'integration.writeKey': { $exists: true } }, { 'integration.writeKey': 1 })
      .sort({ _id: 1 })
      .limit(pageSize)
      .lean<StoreDoc[]>();
    for (const store of page) sealed += await reseal(stores, secrets, store);
    if (page.length < pageSize) return sealed;
    after = page.at(-1)!._id;
  }
}

async function reseal(
  stores: StoreModel,
  secrets: SecretBox,
  { _id, integration }: StoreDoc,
): Promise<number> {
  const old = integration.writeKey!;
  if (!secrets.isStale(old)) return 0;
  const { modifiedCount } = await stores.updateOne(
    { _id, 'integration.writeKey': old },
    { $set: { 'integration.writeKey': secrets.seal(secrets.open(old, _id), _id) } },
  );
  return modifiedCount;
}
