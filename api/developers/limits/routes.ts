import type { AccountDoc } from '../../../shared/accounts/account-model.ts';
import { readCredits } from '../../credits/read-credits.ts';
import { pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { sendPage } from '../../identity/send-page.ts';
import type { PortalDependencies } from '../portal-dependencies.ts';
import { limitsPage } from './limits-page.tsx';

const getLimits = defineRoute({
  ...pageFacts,
  id: 'getLimitsPage',
  path: '/developers/limits',
  access: 'developer',
  summary: 'Limits of an account, and what is kept of it',
  handle: async (dependencies: PortalDependencies, { res, person }) => {
    const { database, web, limits, readLoad } = dependencies;
    const account = person.account.id;
    const [credits, found, load] = await Promise.all([
      readCredits(database.accounts, account, limits),
      database.accounts.findById(account, { limits: 1 }).lean<AccountDoc>(),
      readLoad(),
    ]);
    const page = { person, own: found?.limits ?? {}, limits, starts: credits.unchargedStarts, load };
    sendPage(res, limitsPage(page, web().build.rooms));
  },
});

export const limitRoutes = [getLimits];
