import { accountRoutes } from './accounts/routes.ts';
import { operatorAuditRoutes } from './audit/routes.ts';
import { opsEventRoutes } from './events/routes.ts';
import { incidentRoutes } from './incidents/routes.ts';
import { overviewRoutes } from './overview-routes.ts';
import { providerRoutes } from './providers/routes.ts';
import { renderRoutes } from './renders/routes.ts';
import { storeRoutes } from './stores/routes.ts';
import { opsWebhookRoutes } from './webhooks/routes.ts';

/** The pages of /ops. */
export const operatorRoutes = [
  ...overviewRoutes,
  ...renderRoutes,
  ...accountRoutes,
  ...providerRoutes,
  ...storeRoutes,
  ...opsEventRoutes,
  ...opsWebhookRoutes,
  ...incidentRoutes,
  ...operatorAuditRoutes,
];
