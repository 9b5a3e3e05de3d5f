import Joi from 'joi';
import { assertFreeSlug, createOwnStore } from '../../shared/stores/own-stores.ts';
import { listStores } from '../../shared/stores/stores.ts';
import { readForm } from '../http/form.ts';
import { formFacts, pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import type { Member } from '../identity/person.ts';
import { seeOther, sendPage } from '../identity/send-page.ts';
import { recordChange } from '../stores/record-change.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import { toStorePath } from './dashboard-page.tsx';
import { toFormErrors } from './form-errors.ts';
import { type StoresPage, storesPage } from './stores-page.tsx';

const access = 'merchant';
const labels = { name: 'Name', slug: 'Subdomain' };

const buildPage = async (
  { stores, service }: DashboardDependencies,
  person: Member,
  sent: Pick<StoresPage, 'values' | 'errors'> = {},
): Promise<StoresPage> => ({
  ...{ person, serviceDomain: service.serviceDomain, ...sent },
  stores: await listStores(stores, person.account.id),
});

const getStores = defineRoute({
  ...pageFacts,
  id: 'getStoresPage',
  path: '/dashboard',
  access,
  summary: 'The stores of an account',
  handle: async (dependencies: DashboardDependencies, { res, person }) =>
    sendPage(res, storesPage(await buildPage(dependencies, person), dependencies.web().build.rooms)),
});

const postStore = defineRoute({
  ...formFacts,
  id: 'createStoreByForm',
  path: '/dashboard',
  access,
  summary: 'Add a store',
  failures: ['CONFLICT'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const { req, res, person } = call;
    const { stores, service, web } = dependencies;
    const values = await readForm(req);
    const { name = '', slug = '' } = values;
    const { serviceDomain } = service;
    const creating = createOwnStore(stores, person.account.id, { name, slug: slug.trim(), serviceDomain });
    const { store, errors } = await creating.then(
      (created) => ({ store: created, errors: undefined }),
      (error: unknown) => ({ store: undefined, errors: toFormErrors(error, labels) }),
    );
    if (!store)
      return sendPage(
        res,
        storesPage(await buildPage(dependencies, person, { values, errors }), web().build.rooms),
        422,
      );
    await recordChange(dependencies, { ...call, store }, { action: 'store.create', after: { name, slug } });
    seeOther(res, `${toStorePath(store, 'setup')}?done=store`);
  },
});

/** No store has this name, which begins with a hyphen. */
const getSlugCheck = defineRoute({
  id: 'checkSlug',
  method: 'get',
  path: '/dashboard/-/slug',
  access,
  summary: 'Whether a store can have this subdomain',
  query: Joi.object<{ value: string }>({ value: Joi.string().allow('').max(200).default('') }),
  cache: 'no-store',
  responses: { 200: { description: 'What is wrong with it; empty: nothing.' } },
  handle: async ({ stores }: DashboardDependencies, { res, query }) => {
    const errors = await assertFreeSlug(stores, query.value).then(
      () => ({}) as Record<string, string>,
      (error: unknown) => toFormErrors(error, labels),
    );
    res.json({ problem: errors.slug ?? '' });
  },
});

/** The list of an account's stores, and the form for another one. */
export const storesPages = [getStores, postStore, getSlugCheck];
