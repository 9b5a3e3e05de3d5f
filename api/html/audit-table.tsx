import type { ComponentChildren } from 'preact';
import type { AuditDoc } from '../../shared/audit/audit-model.ts';
import { type Column, Table } from '../web/design/components/table.tsx';
import { Time } from '../web/design/components/time.tsx';

interface Props {
  entries: readonly AuditDoc[];
  /** Between who made a change and what it was. */
  beside?: readonly Column<AuditDoc>[];
  /** Below the entries: a link to the next ones. */
  more?: ComponentChildren;
}

/** Changes with who made them and from where. */
export const AuditTable = ({ entries, beside = [], more }: Props) => (
  <Table
    label="Changes"
    long
    rows={entries}
    empty="Nothing has been changed yet."
    more={more}
    columns={[
      { heading: 'When', kind: 'tight', cell: ({ at }) => <Time at={at} /> },
      { heading: 'Who', cell: ({ actor }) => actor.name ?? actor.id ?? actor.kind },
      ...beside,
      { heading: 'What', cell: ({ action }) => <code>{action}</code> },
      { heading: 'Of', cell: ({ subject }) => subject && (subject.name ?? subject.id) },
      { heading: 'Before', kind: 'long', cell: ({ before }) => <Values values={before} /> },
      { heading: 'After', kind: 'long', cell: ({ after }) => <Values values={after} /> },
      { heading: 'From', cell: ({ from }) => from?.address },
    ]}
  />
);

const Values = ({ values }: { values: Record<string, unknown> | undefined }) =>
  values === undefined ? null : (
    <div>
      {Object.entries(values).map(([name, value]) => (
        <div key={name}>
          {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
        </div>
      ))}
    </div>
  );
