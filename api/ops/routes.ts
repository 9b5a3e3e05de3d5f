import { accountRoutes } from './accounts/routes.ts';
import { operatorAuditRoutes } from './audit/routes.ts';
import { overviewRoutes } from './overview-routes.ts';
import { renderRoutes } from './renders/routes.ts';
import { storeRoutes } from './stores/routes.ts';

/** The pages of /ops. */
export const operatorRoutes = [
  ...overviewRoutes,
  ...renderRoutes,
  ...accountRoutes,
  ...storeRoutes,
  ...operatorAuditRoutes,
];
