import type { AuditDoc } from '../../shared/audit/audit-model.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { RoomSection } from '../html/room-page.tsx';
import type { Member } from '../identity/person.ts';
import { ButtonLink } from '../web/design/components/button.tsx';
import { Table } from '../web/design/components/table.tsx';
import { Time } from '../web/design/components/time.tsx';
import { developersPage } from './developers-page.tsx';

interface AuditLog {
  person: Member;
  entries: readonly AuditDoc[];
  /** The page with the entries before these. */
  next?: string;
}

/** `/developers/audit`: who changed what in the account. */
export const auditPage = ({ person, entries, next }: AuditLog, files: EntryFiles): string =>
  developersPage(
    {
      path: '/developers/audit',
      title: 'Audit log',
      person,
      children: (
        <RoomSection id="entries" title="Changes" lead="The newest first, in UTC. Secrets are masked.">
          <Table
            label="Changes"
            long
            rows={entries}
            empty="Nothing has been changed yet."
            more={next && <ButtonLink href={next}>Show older entries</ButtonLink>}
            columns={[
              { heading: 'When', kind: 'tight', cell: ({ at }) => <Time at={at} /> },
              { heading: 'Who', cell: ({ actor }) => actor.name ?? actor.id ?? actor.kind },
              { heading: 'What', cell: ({ action }) => <code>{action}</code> },
              { heading: 'Of', cell: ({ subject }) => subject && (subject.name ?? subject.id) },
              { heading: 'Before', kind: 'long', cell: ({ before }) => <Values values={before} /> },
              { heading: 'After', kind: 'long', cell: ({ after }) => <Values values={after} /> },
              { heading: 'From', cell: ({ from }) => from?.address },
            ]}
          />
        </RoomSection>
      ),
    },
    files,
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
