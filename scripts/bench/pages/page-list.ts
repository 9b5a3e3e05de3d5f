import { lastDays } from '../../../shared/credits/usage-days.ts';
import type { BusyAccount } from './seed-account.ts';
import { toSlug } from './seed-stores.ts';

export interface MeasuredPage {
  path: string;
  /** Of the time until the whole page is there, at the 95th percentile. */
  goalMs: number;
}

const developers = [
  '/developers',
  '/developers/playground',
  '/developers/keys',
  '/developers/requests',
  '/developers/requests?outcome=failed',
  '/developers/requests?code=UNAUTHORIZED',
  '/developers/requests/req_7',
  '/developers/webhooks',
  '/developers/credits',
  '/developers/credits?kind=refund',
  '/developers/credits?key=KEY',
  '/developers/credits?store=STORE',
  '/developers/limits',
  '/developers/team',
  '/developers/audit',
  '/developers/accounts',
  '/developers/profile',
];

const dashboard = [
  '',
  '/STORE',
  '/STORE?from=YEAR',
  '/STORE/setup',
  '/STORE/catalog',
  '/STORE/catalog?q=lamp',
  '/STORE/catalog/product?id=product-7',
  '/STORE/flows',
  '/STORE/photos',
  '/STORE/looks',
  '/STORE/settings',
  '/STORE/integrations',
];

const operations = [
  '',
  '/renders',
  '/renders?state=failed',
  '/renders?state=running',
  '/renders?provider=fal',
  '/renders?store=STORE',
  '/renders?account=ACCOUNT&state=failed',
  '/accounts',
  '/accounts?find=Merchant',
  '/accounts/ACCOUNT',
  '/stores',
  '/stores?find=STORE',
  '/events',
  '/events?store=STORE',
  '/events?store=STORE&state=dropped',
  '/events?account=ACCOUNT',
  '/events?account=ACCOUNT&state=dropped',
  '/webhooks',
  '/webhooks?state=failed',
  '/incidents',
  '/providers/cog',
  '/providers/cog/costs.csv?from=TODAY&to=TODAY',
  '/audit',
];

const goals = { developers: 150, others: 200 } as const;

/** The pages of all rooms, with the ids of the account that visits them. */
export function listPages(account: BusyAccount, now = new Date()): MeasuredPage[] {
  const { from: YEAR, to: TODAY } = lastDays(365, now);
  const values = { KEY: account.keys[0]!, STORE: toSlug(0), ACCOUNT: account.id, YEAR, TODAY };
  const fill = (path: string) =>
    path.replace(/KEY|STORE|ACCOUNT|YEAR|TODAY/g, (name) => values[name as keyof typeof values]);
  return [
    ...developers.map((path) => ({ path: fill(path), goalMs: goals.developers })),
    ...dashboard.map((path) => ({ path: fill(`/dashboard${path}`), goalMs: goals.others })),
    ...operations.map((path) => ({ path: fill(`/ops${path}`), goalMs: goals.others })),
    { path: '/status', goalMs: goals.others },
  ];
}
