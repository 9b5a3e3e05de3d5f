import { listStores } from '../../shared/stores/stores.ts';
import { pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { sendPage } from '../identity/send-page.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import { integrationPages } from './integrations-routes.ts';
import { storesPage } from './stores-page.tsx';

const getStores = defineRoute({
  ...pageFacts,
  id: 'getStoresPage',
  path: '/dashboard',
  access: 'merchant',
  summary: 'The stores of an account',
  handle: async ({ stores, web }: DashboardDependencies, { res, person }) => {
    const found = await listStores(stores, person.account.id);
    sendPage(res, storesPage({ person, stores: found }, web().build.rooms));
  },
});

/** The pages of /dashboard. */
export const dashboardRoutes = [getStores, ...integrationPages];
