import type { AuditDoc } from '../../shared/audit/audit-model.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { AuditTable } from '../html/audit-table.tsx';
import { RoomSection } from '../html/room-page.tsx';
import type { Member } from '../identity/person.ts';
import { ButtonLink } from '../web/design/components/button.tsx';
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
          <AuditTable
            entries={entries}
            more={next && <ButtonLink href={next}>Show older entries</ButtonLink>}
          />
        </RoomSection>
      ),
    },
    files,
  );
