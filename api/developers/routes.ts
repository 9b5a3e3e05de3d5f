import { pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import type { IdentityDependencies } from '../identity/identity-dependencies.ts';
import { sendPage } from '../identity/send-page.ts';
import { accountsRoutes } from './accounts-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { overviewPage } from './overview-page.tsx';
import { profileRoutes } from './profile-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { teamRoutes } from './team-routes.ts';

const getDevelopers = defineRoute({
  ...pageFacts,
  id: 'getDevelopers',
  path: '/developers',
  access: 'developer',
  summary: 'Overview of an account for its developers',
  handle: ({ web, config }: IdentityDependencies, { res, person }) =>
    sendPage(
      res,
      overviewPage(
        { person, urls: { baseUrl: config.BASE_URL, developersUrl: config.DEVELOPERS_URL } },
        web().build.developers,
      ),
    ),
});

/** The pages of /developers. */
export const developerRoutes = [
  getDevelopers,
  ...teamRoutes,
  ...accountsRoutes,
  ...auditRoutes,
  ...profileRoutes,
  ...secondFactorRoutes,
];
