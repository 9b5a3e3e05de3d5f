import Joi from 'joi';
import type { StoreModel } from '../../../shared/stores/store-model.ts';
import { pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { sendPage } from '../../identity/send-page.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';
import { type ListedStore, storesPage } from './stores-page.tsx';

const pageSize = 50;
const word = Joi.string().trim().max(253).empty('');
const summary = { slug: 1, name: 1, account: 1, hosts: 1, integration: 1, createdAt: 1 } as const;

const getStores = defineRoute({
  ...pageFacts,
  id: 'getOpsStores',
  path: '/ops/stores',
  access: 'operator',
  summary: 'Stores',
  query: Joi.object<{ find?: string; before?: string }>({ find: word, before: word }).prefs({
    convert: true,
  }),
  handle: async ({ database, web }: OperatorDependencies, { res, person, query }) => {
    const { find: text = '', before } = query;
    const found =
      text === '' ? await listStores(database.stores, before) : await findStores(database.stores, text);
    const stores = found.slice(0, pageSize);
    const next = found.length > pageSize ? stores.at(-1)?._id : undefined;
    sendPage(res, storesPage({ person, text, stores, next }, web().build.ops));
  },
});

/** Lists stores, the newest first: ids sort by time. */
function listStores(stores: StoreModel, before: string | undefined): Promise<ListedStore[]> {
  const filter = before ? { _id: { $lt: before } } : {};
  return stores
    .find(filter, summary)
    .sort({ _id: -1 })
    .limit(pageSize + 1)
    .lean<ListedStore[]>();
}

/** Finds stores by slug, host or account. */
async function findStores(stores: StoreModel, text: string): Promise<ListedStore[]> {
  for (const filter of [{ slug: text }, { hosts: text.toLowerCase() }, { account: text }]) {
    const found = await stores.find(filter, summary).limit(pageSize).lean<ListedStore[]>();
    if (found.length > 0) return found;
  }
  return [];
}

export const storeRoutes = [getStores];
