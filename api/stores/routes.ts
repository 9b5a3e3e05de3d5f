import Joi from 'joi';
import type { Audit } from '../../shared/audit/audit.ts';
import { claimHost, type HostDependencies, removeHost, verifyHost } from '../../shared/stores/host-claims.ts';
import type { HostProofs } from '../../shared/stores/host-proofs.ts';
import { createOwnStore } from '../../shared/stores/own-stores.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { hostRule, listStores, updateStore } from '../../shared/stores/stores.ts';
import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import { text } from '../openapi/schema.ts';
import { recordChange, toRecorded } from './record-change.ts';
import {
  type HostCheck,
  hostCheckSchema,
  newStoreRules,
  type StoreDetails,
  storeChangeRules,
  storeExample,
  storeListSchema,
  storeSchema,
  toStoreDetails,
} from './schemas.ts';

export interface StoresDependencies extends HostDependencies {
  audit: Audit;
  proofs: HostProofs;
}

const base = '/api/stores';
const ofAccount = { tag: 'Stores', access: 'live key', cache: 'no-store' } as const;
const ofStore = { tag: 'Stores', access: 'key of the store', cache: 'no-store' } as const;

const toView = ({ proofs, service }: StoresDependencies, store: StoreDoc): StoreDetails =>
  toStoreDetails(store, { proofs, serviceDomain: service.serviceDomain });

const example = { store: { summary: 'A store', value: storeExample } };
const responses = { 200: { description: 'The store.', content: json(storeSchema, example) } };

const getStores = defineRoute({
  ...ofAccount,
  id: 'listStores',
  method: 'get',
  path: base,
  summary: 'List the stores of the account',
  responses: {
    200: {
      description: 'The stores.',
      content: json(storeListSchema, { stores: { summary: 'One store', value: { stores: [storeExample] } } }),
    },
  },
  handle: async (dependencies: StoresDependencies, { key: { account } }) => ({
    stores: (await listStores(dependencies.stores, account)).map((store) => toView(dependencies, store)),
  }),
});

const postStore = defineRoute({
  ...ofAccount,
  id: 'createStore',
  method: 'post',
  path: base,
  summary: 'Create a store',
  description: 'It has no host until one is proven; its hosted page works at once.',
  body: {
    name: 'NewStore',
    schema: newStoreRules,
    examples: { store: { summary: 'A store', value: { name: 'Acme Home', slug: 'acme-home' } } },
  },
  responses: { 201: { description: 'The store.', content: json(storeSchema, example) } },
  failures: ['CONFLICT'],
  handle: async (dependencies: StoresDependencies, call) => {
    const { serviceDomain } = dependencies.service;
    const store = await createOwnStore(dependencies.stores, call.key.account, {
      ...call.body,
      serviceDomain,
    });
    await recordChange(dependencies, { ...call, store }, { action: 'store.create', after: call.body });
    return toView(dependencies, store);
  },
});

const getStore = defineRoute({
  ...ofStore,
  id: 'getStore',
  method: 'get',
  path: `${base}/:slug`,
  summary: 'Read a store',
  responses,
  handle: (dependencies: StoresDependencies, { store }) => toView(dependencies, store),
});

const patchStore = defineRoute({
  ...ofStore,
  id: 'updateStore',
  method: 'patch',
  path: `${base}/:slug`,
  summary: 'Change the settings of a store',
  description:
    'Appearance, limits, privacy and checkout. What is not named stays; shoppers see a change within two seconds.',
  body: {
    name: 'StoreChange',
    schema: storeChangeRules,
    examples: {
      look: { summary: 'A color and a limit', value: { accent: '#1a73e8', caps: { perVisitor: 5 } } },
    },
  },
  responses,
  handle: async (dependencies: StoresDependencies, call) => {
    const saved = await updateStore(dependencies.stores, call.store.slug, call.body);
    const change = { before: toRecorded(call.store), after: toRecorded(saved) };
    await recordChange(dependencies, call, { action: 'store.update', ...change });
    return toView(dependencies, saved);
  },
});

const postHost = defineRoute({
  ...ofStore,
  id: 'addHost',
  method: 'post',
  path: `${base}/:slug/hosts`,
  summary: 'Name a host of the shop',
  description:
    'It serves the try-on once `verifyHost` has found a proof: a DNS record, a meta tag or the script tag.',
  body: {
    name: 'NewHost',
    schema: Joi.object<{ host: string }, true>({ host: hostRule.required().description('A host name.') }),
    examples: { host: { summary: 'A host', value: { host: 'shop.example' } } },
  },
  responses: { 201: { description: 'The store.', content: json(storeSchema) } },
  failures: ['CONFLICT'],
  handle: async (dependencies: StoresDependencies, call) => {
    const saved = await claimHost(dependencies, call.store, call.body.host);
    await recordChange(dependencies, call, { action: 'store.host-add', after: call.body });
    return toView(dependencies, saved);
  },
});

const hostParameter = { host: { description: 'The host.', schema: text('A host name.') } } as const;

const postVerify = defineRoute({
  ...ofStore,
  id: 'verifyHost',
  method: 'post',
  path: `${base}/:slug/hosts/:host/verify`,
  params: hostParameter,
  summary: 'Look for the proof of a host',
  responses: { 200: { description: 'Whether it was found.', content: json(hostCheckSchema) } },
  failures: ['CONFLICT'],
  handle: async (dependencies: StoresDependencies, call): Promise<HostCheck> => {
    const { host } = call.params;
    const proof = await verifyHost(dependencies, call.store, host);
    if (!proof) return { verified: false, store: toView(dependencies, call.store) };
    await recordChange(dependencies, call, { action: 'store.host-verify', after: { host, proof } });
    const saved = await dependencies.stores.findById(call.store._id).lean<StoreDoc>();
    return { verified: true, proof, store: toView(dependencies, saved ?? call.store) };
  },
});

const deleteHost = defineRoute({
  ...ofStore,
  id: 'removeHost',
  method: 'delete',
  path: `${base}/:slug/hosts/:host`,
  params: hostParameter,
  summary: 'Remove a host of the shop',
  description: 'Its pages no longer open the try-on.',
  responses,
  failures: ['CONFLICT'],
  handle: async (dependencies: StoresDependencies, call) => {
    const { host } = call.params;
    const saved = await removeHost(dependencies, call.store, host);
    await recordChange(dependencies, call, { action: 'store.host-remove', before: { host } });
    return toView(dependencies, saved);
  },
});

export const storeRoutes = [getStores, postStore, getStore, patchStore, postHost, postVerify, deleteHost];
