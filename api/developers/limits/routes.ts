import Joi from 'joi';
import type { AccountDoc } from '../../../shared/accounts/account-model.ts';
import { listKeys } from '../../../shared/keys/keys.ts';
import { type DeletedImages, deleteAccountImages } from '../../../shared/renders/delete-account-images.ts';
import { readCredits } from '../../credits/read-credits.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { queryParameter } from '../../http/query.ts';
import { defineRoute } from '../../http/route.ts';
import { byPerson } from '../../identity/audit-origin.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import type { PortalDependencies } from '../portal-dependencies.ts';
import { limitsPage } from './limits-page.tsx';
import { readUsedLimits } from './used-limits.ts';

const count = queryParameter(
  (given) => (/^\d{1,9}$/.test(given) ? Number(given) : undefined),
  'is no number',
);

const getLimits = defineRoute({
  ...pageFacts,
  id: 'getLimitsPage',
  path: '/developers/limits',
  access: 'developer',
  summary: 'Limits of an account, and what is kept of it',
  query: Joi.object<Partial<DeletedImages>>({ renders: count, files: count }),
  handle: async (dependencies: PortalDependencies, { res, person, query }) => {
    const { database, web, core, limits, readLoad } = dependencies;
    const account = person.account.id;
    const [credits, found, load, keys] = await Promise.all([
      readCredits(database.accounts, account, limits),
      database.accounts.findById(account, { limits: 1 }).lean<AccountDoc>(),
      readLoad(),
      listKeys(database.keys, account),
    ]);
    const own = found?.limits ?? {};
    const used = await readUsedLimits(keys, { core, limits, own });
    const { renders, files } = query;
    const deleted = renders === undefined || files === undefined ? undefined : { renders, files };
    const page = { person, own, limits, starts: credits.unchargedStarts, load, used, deleted };
    sendPage(res, limitsPage(page, web().build.rooms));
  },
});

const postDeletion = defineRoute({
  ...formFacts,
  id: 'deleteImagesOfAccount',
  path: '/developers/limits/delete-images',
  access: 'developer',
  summary: 'Delete all images of an account',
  handle: async ({ database, audit }: PortalDependencies, call) => {
    const { res, person } = call;
    const deleted = await deleteAccountImages(database, { account: person.account.id });
    await audit({ ...byPerson(call), action: 'images.delete', after: { ...deleted } });
    const { renders, files } = deleted;
    seeOther(res, `/developers/limits?renders=${renders}&files=${files}`);
  },
});

export const limitRoutes = [getLimits, postDeletion];
