import { integrationPages } from './integrations-routes.ts';
import { overviewPages } from './overview/routes.ts';
import { setupPages } from './setup/routes.ts';
import { storesPages } from './stores-routes.ts';

/** The pages of /dashboard. */
export const dashboardRoutes = [...storesPages, ...overviewPages, ...setupPages, ...integrationPages];
