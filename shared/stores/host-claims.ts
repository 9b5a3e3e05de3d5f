import { isIP } from 'node:net';
import Joi from 'joi';
import { ApiError, invalidInput } from '../errors.ts';
import { isDuplicateKey } from '../mongodb/database-errors.ts';
import { validate } from '../validation/validate.ts';
import type { HostProof, HostProofs } from './host-proofs.ts';
import { getHostedHost } from './own-stores.ts';
import type { HostClaim, StoreDoc, StoreModel } from './store-model.ts';
import { hostRule } from './stores.ts';

const maxClaims = 10;
const maxHosts = 50;

export interface HostDependencies {
  stores: StoreModel;
  service: { serviceDomain: string; main: readonly string[]; staging: readonly string[] };
}

const claimRule = Joi.object<{ host: string }, true>({ host: hostRule.required() });

/**
 * Notes that a store is said to have this host. It serves nothing before `verifyHost` has found a proof.
 * @throws ApiError INVALID_INPUT naming `host`.
 */
export async function claimHost(
  { stores, service }: HostDependencies,
  store: StoreDoc,
  input: string,
  now = new Date(),
): Promise<StoreDoc> {
  const { host } = validate(claimRule, { host: input });
  if (!isPublicName(host)) throw invalidInput('host', 'must be a public host name such as shop.example.');
  if (isOfService(host, service))
    throw invalidInput('host', 'belongs to this service; name a host of your shop.');
  const claims = store.hostClaims ?? [];
  if (store.hosts.includes(host) || claims.some((claim) => claim.host === host)) return store;
  if (claims.length >= maxClaims)
    throw invalidInput('host', `is one too many: verify or remove one of the ${maxClaims} that wait.`);
  if (store.hosts.length >= maxHosts) throw invalidInput('host', `is one too many: a store has ${maxHosts}.`);
  await assertUnowned(stores, store, host);
  return save(stores, store, { hostClaims: [...claims, { host, claimedAt: now }] });
}

/**
 * Looks for the proof that a claimed host belongs to the merchant, and lets it serve when there is one.
 * @returns what was found; undefined: nothing yet.
 * @throws ApiError NOT_FOUND for a host that is not claimed, CONFLICT for one that another store has.
 */
export async function verifyHost(
  { stores, service, proofs }: HostDependencies & { proofs: HostProofs },
  store: StoreDoc,
  host: string,
): Promise<HostProof | undefined> {
  const claims = store.hostClaims ?? [];
  if (!claims.some((claim) => claim.host === host))
    throw new ApiError('NOT_FOUND', 'The store has no host with this name that waits for a proof.');
  await assertUnowned(stores, store, host);
  const proof = await proofs.lookUp(store, host);
  if (!proof) return undefined;
  const hosted = getHostedHost(store.slug, service.serviceDomain);
  const hosts = [...store.hosts.filter((known) => known !== hosted), host];
  await save(stores, store, { hosts, hostClaims: withoutHost(claims, host) });
  return proof;
}

/**
 * Removes a host or a claim: pages of it no longer open the try-on. The last host leaves the hosted page alone.
 * @throws ApiError NOT_FOUND
 */
export async function removeHost(
  { stores, service }: HostDependencies,
  store: StoreDoc,
  host: string,
): Promise<StoreDoc> {
  const { hosts, hostClaims = [] } = store;
  if (hostClaims.some((claim) => claim.host === host))
    return save(stores, store, { hostClaims: withoutHost(hostClaims, host) });
  const hosted = getHostedHost(store.slug, service.serviceDomain);
  if (!hosts.includes(host) || host === hosted)
    throw new ApiError('NOT_FOUND', 'The store has no host with this name that can be removed.');
  const rest = hosts.filter((known) => known !== host);
  return save(stores, store, { hosts: rest.length > 0 ? rest : [hosted] });
}

/** Returns the hosts of a store but that of its hosted page. */
export const listShopHosts = ({ slug, hosts }: Pick<StoreDoc, 'slug' | 'hosts'>, serviceDomain: string) =>
  hosts.filter((host) => host !== getHostedHost(slug, serviceDomain));

const withoutHost = (claims: readonly HostClaim[], host: string) =>
  claims.filter((claim) => claim.host !== host);

/** An address, or a name of one part, is no shop's. */
const isPublicName = (host: string): boolean =>
  host.includes('.') && isIP(host) === 0 && !host.endsWith('.localhost');

const isOfService = (host: string, { serviceDomain, main, staging }: HostDependencies['service']): boolean =>
  host === serviceDomain || host.endsWith(`.${serviceDomain}`) || [...main, ...staging].includes(host);

async function assertUnowned(stores: StoreModel, { _id }: StoreDoc, host: string): Promise<void> {
  const owner = await stores.findOne({ hosts: host }, { _id: 1 }).lean();
  if (owner && owner._id !== _id) throw ofAnother();
}

const ofAnother = () =>
  new ApiError('CONFLICT', 'This host belongs to another store. Remove it there, or ask the operator.', {
    field: 'host',
  });

/** Writes hosts and claims unless either was changed meanwhile. */
async function save(
  stores: StoreModel,
  { _id, hosts, hostClaims }: StoreDoc,
  change: Partial<Pick<StoreDoc, 'hosts' | 'hostClaims'>>,
): Promise<StoreDoc> {
  const asRead = { _id, hosts, hostClaims: hostClaims ?? { $exists: false } };
  const saved = await stores
    .findOneAndUpdate(asRead, { $set: change }, { returnDocument: 'after' })
    .lean<StoreDoc>()
    .catch((error: unknown) => {
      throw isDuplicateKey(error) ? ofAnother() : error;
    });
  if (saved) return saved;
  throw new ApiError('CONFLICT', 'The hosts were changed meanwhile; open the page again.');
}
