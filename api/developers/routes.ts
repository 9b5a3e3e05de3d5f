import { accountsRoutes } from './accounts-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { creditPageRoutes } from './credits/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { limitRoutes } from './limits/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { playgroundRoutes } from './playground/routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { requestPageRoutes } from './requests/routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { teamRoutes } from './team-routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** The pages of /developers. */
export const developerRoutes = [
  ...overviewRoutes,
  ...playgroundRoutes,
  ...keyRoutes,
  ...requestPageRoutes,
  ...webhookRoutes,
  ...creditPageRoutes,
  ...limitRoutes,
  ...teamRoutes,
  ...accountsRoutes,
  ...auditRoutes,
  ...profileRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
];
