import type { LedgerDoc } from '../../../shared/credits/ledger-model.ts';
import { Button, ButtonLink } from '../../web/design/components/button.tsx';
import { Select, TextField } from '../../web/design/components/field.tsx';
import { CellNote, type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { formatCount } from '../../web/design/format-count.ts';
import { KeySelect } from '../keys/key-select.tsx';

export interface LedgerFilter {
  kind?: string;
  key?: string;
  /** Days, or times, of UTC. */
  from?: string;
  to?: string;
}

export interface LedgerProps {
  ledger: readonly LedgerDoc[];
  nextCursor: string | null;
  filter: LedgerFilter;
  /** The keys of the account, and its stores. */
  keys: readonly { _id: string; name: string }[];
}

const kindTexts = {
  grant: 'Added',
  capture: 'Charged',
  release: 'Not charged',
  refund: 'Given back',
  reversal: 'Taken back',
} as const;

export function LedgerFilterForm({ filter, keys }: Pick<LedgerProps, 'filter' | 'keys'>) {
  return (
    <form class="filters" method="get" action="/developers/credits#ledger">
      <Select
        id="kind"
        name="kind"
        label="Movement"
        value={filter.kind ?? ''}
        options={[
          { value: '', text: 'All' },
          ...Object.entries(kindTexts).map(([value, text]) => ({ value, text })),
        ]}
      />
      <KeySelect label="Key or store" keys={keys} value={filter.key} />
      <TextField id="from" name="from" label="From (UTC)" type="date" value={toDay(filter.from)} />
      <TextField id="to" name="to" label="Before" type="date" value={toDay(filter.to)} />
      <Button type="submit">Filter</Button>
      <ButtonLink
        href={`/developers/credits/ledger.csv?${new URLSearchParams({ ...filter })}`}
        download="ledger.csv"
      >
        Download CSV
      </ButtonLink>
    </form>
  );
}

const toDay = (time = '') => time.slice(0, 'yyyy-mm-dd'.length);

/** The movements that fit a filter, the newest first. */
export function LedgerTable({ ledger, nextCursor, filter, keys }: LedgerProps) {
  const names = new Map(keys.map(({ _id, name }) => [_id, name]));
  const columns: readonly Column<LedgerDoc>[] = [
    {
      heading: 'Movement',
      cell: ({ kind, note }) => (
        <>
          {kindTexts[kind]}
          {kind !== 'grant' && note && <CellNote>{note}</CellNote>}
        </>
      ),
    },
    { heading: 'Credits', cell: ({ kind, amount }) => toSigned(kind, amount), kind: 'number' },
    { heading: 'Key or store', cell: ({ keyId }) => (keyId ? (names.get(keyId) ?? keyId) : '–') },
    { heading: 'Render', cell: ({ renderId }) => (renderId ? <code>{renderId}</code> : '–'), kind: 'tight' },
    { heading: 'At (UTC)', cell: ({ at }) => <Time at={at} />, kind: 'tight' },
  ];
  return (
    <Table
      label="Ledger"
      columns={columns}
      rows={ledger}
      long
      empty={<p class="soft">No movement fits.</p>}
      more={
        nextCursor && (
          <ButtonLink href={`?${new URLSearchParams({ ...filter, cursor: nextCursor })}#ledger`}>
            Show older movements
          </ButtonLink>
        )
      }
    />
  );
}

const signs = { grant: '+', refund: '+', capture: '−', release: '', reversal: '−' } as const;

/** A release moves a held credit back: nothing was charged. */
const toSigned = (kind: LedgerDoc['kind'], amount: number): string =>
  kind === 'release' ? '0' : `${signs[kind]}${formatCount(amount)}`;
