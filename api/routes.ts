import { feedRoutes } from './catalog/feed-routes.ts';
import { importRoutes } from './catalog/import-routes.ts';
import { mediaRoutes } from './catalog/media-routes.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { creditRoutes } from './credits/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { developerRoutes } from './developers/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { flowRoutes } from './flows/routes.ts';
import type { Route } from './http/route.ts';
import { identityRoutes } from './identity/routes.ts';
import { integrationRoutes } from './integrations/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { kpiRoutes } from './kpis/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { healthRoutes } from './ops/health-routes.ts';
import { operatorApiRoutes } from './ops/http/routes.ts';
import { metricsRoutes } from './ops/metrics-routes.ts';
import { operatorRoutes } from './ops/routes.ts';
import { orderRoutes } from './orders/routes.ts';

import { requestRoutes } from './requests/routes.ts';
import { statusRoutes } from './status/routes.ts';
import { logoRoutes } from './stores/logo-routes.ts';
import { putOrderWebhook } from './stores/order-webhook-route.ts';
import { modelPhotoRoutes } from './stores/photo-routes.ts';
import { storeRoutes } from './stores/routes.ts';
import { shopperRoutes } from './stores/shopper-routes.ts';
import { textRoutes } from './stores/text-routes.ts';
import { topUpRoutes } from './top-up/routes.ts';

import { tryOnRoutes } from './try-on/routes.ts';
import { renderRoutes } from './visualize/routes.ts';
import { webhookRoutes } from './webhook/routes.ts';

/** Every route, in the order of the reference; pages, which it leaves out, at the end. */
export const routes: readonly Route[] = [
  ...renderRoutes,
  ...fileRoutes,
  ...creditRoutes,
  ...keyRoutes,
  ...webhookRoutes,
  ...requestRoutes,
  ...tryOnRoutes,
  ...catalogRoutes,
  ...mediaRoutes,
  ...eventRoutes,
  ...storeRoutes,
  ...logoRoutes,
  ...textRoutes,
  ...modelPhotoRoutes,
  ...importRoutes,
  ...feedRoutes,
  ...integrationRoutes,
  ...kpiRoutes,
  ...flowRoutes,
  ...shopperRoutes,
  putOrderWebhook,
  ...orderRoutes,
  ...topUpRoutes,
  ...operatorApiRoutes,
  ...healthRoutes,
  ...openApiRoutes,
  ...metricsRoutes,
  ...mcpRoutes,
  ...statusRoutes,
  ...identityRoutes,
  ...developerRoutes,
  ...dashboardRoutes,
  ...operatorRoutes,
];
