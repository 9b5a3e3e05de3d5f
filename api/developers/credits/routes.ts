import Joi from 'joi';
import { maxThreshold, saveLowBalance } from '../../../shared/credits/low-balance.ts';
import { lastDays } from '../../../shared/credits/usage-days.ts';
import { ApiError } from '../../../shared/errors.ts';
import { listKeys } from '../../../shared/keys/keys.ts';
import { listStores } from '../../../shared/stores/stores.ts';
import { type LedgerQuery, ledgerQuery, listLedger } from '../../credits/list-ledger.ts';
import { readCredits } from '../../credits/read-credits.ts';
import { readUsageView } from '../../credits/usage-route.ts';
import { checkForm, newAttempt, readAttempt, readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { byPerson } from '../../identity/audit-origin.ts';
import type { Member } from '../../identity/person.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import { storeKey } from '../../try-on/store-key.ts';
import type { PortalDependencies } from '../portal-dependencies.ts';
import { getDoneText } from '../portal-done.ts';
import { checkoutPage } from './checkout-page.tsx';
import { creditsPage } from './credits-page.tsx';
import { csvHead, toLedgerLine } from './ledger-csv.ts';

const getCreditsPage = defineRoute({
  ...pageFacts,
  id: 'getCreditsPage',
  path: '/developers/credits',
  access: 'developer',
  summary: 'Credits of an account',
  query: (ledgerQuery as Joi.ObjectSchema<LedgerQuery & { done?: string }>).keys({
    done: Joi.string().max(40),
  }),
  handle: async (dependencies: PortalDependencies, { res, person, query }) => {
    const page = { ...(await readPage(dependencies, person, query)), done: getDoneText(query.done) };
    sendPage(res, creditsPage(page, dependencies.web().build.rooms));
  },
});

async function readPage(dependencies: PortalDependencies, person: Member, query: LedgerQuery) {
  const { database, limits, payments } = dependencies;
  const account = person.account.id;
  const [credits, usage, { page: ledger, nextCursor }, keys, stores, settings] = await Promise.all([
    readCredits(database.accounts, account, limits),
    readUsageView(database, account, lastDays(30)),
    listLedger(database.ledger, account, query),
    listKeys(database.keys, account),
    listStores(database.stores, account),
    database.accounts.findById(account, { lowBalance: 1 }).lean(),
  ]);
  const { kind, key, from, to } = query;
  const filter = {
    ...{ ...(kind && { kind }), ...(key && { key }) },
    ...{ ...(from && { from: from.toISOString() }), ...(to && { to: to.toISOString() }) },
  };
  const threshold = settings?.lowBalance?.threshold;
  return {
    ...{ person, credits, usage, ledger, nextCursor, filter, threshold },
    keys: [...keys, ...stores.map((store) => ({ _id: storeKey(store)._id, name: `Store ${store.slug}` }))],
    ...{ packs: payments.packs, supportEmail: limits.SUPPORT_EMAIL, attempt: newAttempt() },
  };
}

const firstPage: LedgerQuery = { limit: 20 };

const lowForm = Joi.object<{ threshold?: number | '' }>({
  threshold: Joi.number().integer().min(1).max(maxThreshold).allow('').label('The number'),
});

const postLow = defineRoute({
  ...formFacts,
  id: 'saveLowBalanceByForm',
  path: '/developers/credits/low',
  access: 'developer',
  summary: 'Save below how many credits an account is notified',
  handle: async (dependencies: PortalDependencies, call) => {
    const { req, res, person } = call;
    const values = await readForm(req);
    const { value, errors } = checkForm(lowForm, values);
    if (!value) {
      const page = { ...(await readPage(dependencies, person, firstPage)), values, errors };
      return sendPage(res, creditsPage(page, dependencies.web().build.rooms), 422);
    }
    const threshold = value.threshold || undefined;
    await saveLowBalance(dependencies.database.accounts, person.account.id, threshold);
    await dependencies.audit({ ...byPerson(call), action: 'credits.notice', after: { threshold } });
    seeOther(res, `/developers/credits?done=${threshold === undefined ? 'no-notice' : 'notice'}`);
  },
});

const pageSize = 100;
const maxPages = 1000;

const getLedgerCsv = defineRoute({
  id: 'getLedgerCsv',
  method: 'get',
  path: '/developers/credits/ledger.csv',
  access: 'developer',
  summary: 'Ledger of an account as CSV',
  query: ledgerQuery,
  cache: 'no-store',
  responses: { 200: { description: 'The movements.' } },
  handle: async ({ database }: PortalDependencies, { res, person, query }) => {
    res.type('text/csv').set('Content-Disposition', 'attachment; filename="ledger.csv"').write(csvHead);
    let { cursor } = query;
    for (let page = 0; page < maxPages && !res.destroyed; page++) {
      const asked = { ...query, limit: pageSize, ...(cursor ? { cursor } : {}) };
      const { page: lines } = await listLedger(database.ledger, person.account.id, asked);
      for (const line of lines) res.write(toLedgerLine(line));
      const last = lines.at(-1);
      if (!last || lines.length < pageSize) break;
      cursor = { at: last.at, id: last._id };
    }
    res.end();
  },
});

const postTopUp = defineRoute({
  ...formFacts,
  id: 'topUp',
  path: '/developers/credits/top-up',
  access: 'developer',
  summary: 'Open a checkout for credits',
  failures: ['INVALID_INPUT', 'SERVICE_UNAVAILABLE'],
  handle: async ({ payments, audit, web }: PortalDependencies, call) => {
    const { req, res, person } = call;
    const values = await readForm(req);
    const { credits } = values;
    const pack = payments.packs.find((each) => String(each.credits) === credits);
    if (!pack) throw new ApiError('INVALID_INPUT', 'Choose one of the amounts on the page of the credits.');
    const { account, user } = person;
    const url = await payments.openCheckout({
      account: account.id,
      email: user.email,
      pack,
      attempt: readAttempt(values),
    });
    await audit({ ...byPerson(call), action: 'credits.checkout', after: { ...pack } });
    sendPage(res, checkoutPage(url, web().build.rooms));
  },
});

export const creditPageRoutes = [getCreditsPage, getLedgerCsv, postTopUp, postLow];
