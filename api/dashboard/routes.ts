import { appearancePages } from './appearance/routes.ts';
import { catalogPages } from './catalog/routes.ts';
import { flowsPages } from './flows/routes.ts';
import { integrationPages } from './integrations-routes.ts';
import { looksPages } from './looks/routes.ts';
import { overviewPages } from './overview/routes.ts';
import { photosPages } from './photos/routes.ts';
import { settingsPages } from './settings/routes.ts';
import { setupPages } from './setup/routes.ts';
import { storesPages } from './stores-routes.ts';
import { tryOutPages } from './try-out/routes.ts';

/** The pages of /dashboard. */
export const dashboardRoutes = [
  ...storesPages,
  ...overviewPages,
  ...setupPages,
  ...catalogPages,
  ...tryOutPages,
  ...flowsPages,
  ...photosPages,
  ...appearancePages,
  ...looksPages,
  ...integrationPages,
  ...settingsPages,
];
