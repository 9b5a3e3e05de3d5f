import type { Credits } from '../../../shared/accounts/account-model.ts';
import type { LedgerEntry } from '../../credits/router.ts';
import { integer, listOf, moment, objectOf, optional, ref, type Schema, text } from '../schema.ts';
import { cursor } from './renders.ts';

const credits = (what: string) => integer(what, { minimum: 0 });

export const creditSchemas: Record<string, Schema> = {
  Credits: objectOf<Omit<Credits, 'refunded'>>('The credits of an account.', {
    granted: credits('All credits that were ever added: the sum of the other three.'),
    available: credits('Credits for new renders; `usage.balance` is the same.'),
    held: credits('Set aside for renders that have not ended.'),
    spent: credits('Charged for renders that succeeded.'),
  }),
  LedgerEntry: objectOf<LedgerEntry>('A movement of credits.', {
    id: text('Id of the movement.'),
    kind: text(
      '`grant`: credits were added. `capture`: a render succeeded and was charged. `release`: a render ended without a result. `refund`: a charged render was given back.',
      { enum: ['grant', 'capture', 'release', 'refund'] },
    ),
    amount: integer('Credits.', { minimum: 1 }),
    at: moment('When.'),
    renderId: optional(text('The render; not of a grant.')),
    reason: optional(text('Why; of a refund.')),
  }),
  Ledger: objectOf<{ entries: LedgerEntry[]; nextCursor: string | null }>(
    'A page of movements, newest first.',
    {
      entries: listOf(ref('LedgerEntry'), 'The movements.'),
      nextCursor: cursor,
    },
  ),
};
