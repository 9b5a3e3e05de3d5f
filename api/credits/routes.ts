import type { StartLimits, UnchargedStarts } from '../../shared/credits/daily-starts.ts';
import { type LedgerDoc, type LedgerKind, ledgerKinds } from '../../shared/credits/ledger-model.ts';
import type { Database } from '../../shared/database/database.ts';
import { nextCursorSchema } from '../http/page.ts';
import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import {
  buildList,
  count,
  integer,
  moment,
  namedObject,
  openText,
  optional,
  text,
} from '../openapi/schema.ts';
import { ledgerQuery, listLedger } from './list-ledger.ts';
import { type CreditsView, readCredits } from './read-credits.ts';
import { getUsage } from './usage-route.ts';

export interface CreditDependencies extends Pick<Database, 'accounts' | 'ledger'> {
  startLimits: StartLimits;
}

const startsSchema = namedObject<UnchargedStarts>(
  'UnchargedStarts',
  'Renders of today (UTC) that ended without a charge, by the doing of their callers, after a provider may have worked for them: cancelled while they ran, refused for safety reasons, or cut short by a slow upload. With `used` at `limit`, new renders are rejected with 429.',
  {
    used: integer('Such renders of all live keys of the account.', { minimum: 0 }),
    limit: integer('Maximum of `used`; each charged render raises it.', { minimum: 1 }),
    resetsAt: moment('When the count starts again.'),
  },
);

const creditsSchema = namedObject<CreditsView>('Credits', 'The credits of an account.', {
  account: text('Id of the account, for its owner and the operator.'),
  granted: count(
    'All credits that were ever added, less those taken back after a refund of their payment: the sum of the other three.',
  ),
  available: count('Credits for new renders; `usage.balance` is the same.'),
  held: count('Set aside for renders that have not ended.'),
  spent: count('Charged for renders that succeeded.'),
  owed: optional(
    count(
      'Credits of refunded payments that were used already, if any: taken from the next that are available.',
    ),
  ),
  unchargedStarts: startsSchema,
});

/** A movement of credits, as its account sees it. */
interface LedgerEntry {
  id: string;
  kind: LedgerKind;
  amount: number;
  at: string;
  renderId?: string;
  keyId?: string;
  reason?: string;
}

const entrySchema = namedObject<LedgerEntry>('LedgerEntry', 'A movement of credits.', {
  id: text('Id of the movement.'),
  kind: openText(
    '`grant`: credits were added. `capture`: a render succeeded and was charged. `release`: a render ended without a result. `refund`: a charged render was given back. `reversal`: credits were taken back, since their payment was refunded.',
    ledgerKinds,
  ),
  amount: integer('Credits.', { minimum: 1 }),
  at: moment('When.'),
  renderId: optional(text('The render; not of a grant or a reversal.')),
  keyId: optional(text('Id of the key that started the render; `store:{slug}` for a try-on.')),
  reason: optional(
    text('Why; of a refund, of a reversal, and of a release that counts as an uncharged start.'),
  ),
});

interface Ledger {
  entries: LedgerEntry[];
  nextCursor: string | null;
}

const ledgerSchema = namedObject<Ledger>('Ledger', 'A page of movements, newest first.', {
  entries: buildList(entrySchema, 'The movements.'),
  nextCursor: nextCursorSchema,
});

const getCredits = defineRoute({
  id: 'getCredits',
  tag: 'Credits',
  method: 'get',
  path: '/credits',
  access: 'key',
  scopes: ['render', 'read'],
  summary: 'Read the credits',
  description: 'The credits of the account of the API key.',
  responses: {
    200: {
      description: 'The credits.',
      content: json(creditsSchema, {
        credits: {
          summary: 'Credits',
          value: {
            account: 'acc_0mwr4f8k2d3xq',
            granted: 100,
            available: 97,
            held: 1,
            spent: 2,
            unchargedStarts: { used: 1, limit: 28, resetsAt: '2026-11-22T00:00:00.000Z' },
          },
        },
      }),
    },
  },
  failures: ['NOT_FOUND'],
  cache: 'no-store',
  handle: ({ accounts, startLimits }: CreditDependencies, { key }) =>
    readCredits(accounts, key.account, startLimits),
});

const ledgerExample: Ledger = {
  entries: [
    {
      id: 'hold_0mwr4f8k2d3xq',
      kind: 'capture',
      amount: 1,
      at: '2026-11-21T09:01:10.000Z',
      renderId: 'rnd_0mwr4f8k2d3xq',
    },
  ],
  nextCursor: null,
};

const getLedger = defineRoute({
  id: 'listLedger',
  tag: 'Credits',
  method: 'get',
  path: '/credits/ledger',
  access: 'live key',
  summary: 'List the movements of credits',
  description: 'Every movement of the account’s credits, newest first; for live keys only.',
  query: ledgerQuery,
  responses: {
    200: {
      description: 'A page of movements.',
      content: json(ledgerSchema, { page: { summary: 'A page', value: ledgerExample } }),
    },
  },
  cache: 'no-store',
  handle: async ({ ledger }: Pick<Database, 'ledger'>, { key, query }): Promise<Ledger> => {
    const { page, nextCursor } = await listLedger(ledger, key.account, query);
    return { entries: page.map(toEntry), nextCursor };
  },
});

/** The note of a grant is the operator's own; those of the others are their reasons. */
function toEntry({ _id, kind, amount, renderId, keyId, note, at }: LedgerDoc): LedgerEntry {
  return {
    id: _id,
    kind,
    amount,
    at: at.toISOString(),
    ...(renderId ? { renderId } : {}),
    ...(keyId ? { keyId } : {}),
    ...(kind !== 'grant' && note ? { reason: note } : {}),
  };
}

export const creditRoutes = [getCredits, getLedger, getUsage];
