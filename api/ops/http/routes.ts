import { accountApiRoutes } from './account-routes.ts';
import { costApiRoutes } from './cost-routes.ts';
import { deliveryApiRoutes } from './delivery-routes.ts';
import { fleetApiRoutes } from './fleet-routes.ts';
import { incidentApiRoutes } from './incident-routes.ts';

/** The operator's desk for programs: what its pages change, by the same functions. */
export const operatorApiRoutes = [
  ...accountApiRoutes,
  ...costApiRoutes,
  ...fleetApiRoutes,
  ...deliveryApiRoutes,
  ...incidentApiRoutes,
];
