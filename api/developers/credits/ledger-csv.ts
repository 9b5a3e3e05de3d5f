import type { LedgerDoc } from '../../../shared/credits/ledger-model.ts';

const columns: Readonly<Record<string, (line: LedgerDoc) => string | number>> = {
  at: ({ at }) => at.toISOString(),
  id: ({ _id }) => _id,
  movement: ({ kind }) => kind,
  credits: ({ amount }) => amount,
  key: ({ keyId = '' }) => keyId,
  render: ({ renderId = '' }) => renderId,
  reason: ({ kind, note = '' }) => (kind === 'grant' ? '' : note),
};

export const csvHead = `${Object.keys(columns).join(',')}\r\n`;

/** Writes a movement as a line of CSV (RFC 4180). */
export const toCsvLine = (line: LedgerDoc): string =>
  `${Object.values(columns)
    .map((read) => quote(String(read(line))))
    .join(',')}\r\n`;

/** Spreadsheets calculate what begins with these characters: a quote in front keeps it a text. */
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
