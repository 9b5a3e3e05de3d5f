import type { LedgerDoc } from '../../../shared/credits/ledger-model.ts';
import { toCsvLine } from '../../http/csv.ts';

const columns: Readonly<Record<string, (line: LedgerDoc) => string | number>> = {
  at: ({ at }) => at.toISOString(),
  id: ({ _id }) => _id,
  movement: ({ kind }) => kind,
  credits: ({ amount }) => amount,
  key: ({ keyId = '' }) => keyId,
  render: ({ renderId = '' }) => renderId,
  reason: ({ kind, note = '' }) => (kind === 'grant' ? '' : note),
};

export const csvHead = toCsvLine(Object.keys(columns));

/** Writes a movement as a line of CSV. */
export const toLedgerLine = (line: LedgerDoc): string =>
  toCsvLine(Object.values(columns).map((read) => read(line)));
