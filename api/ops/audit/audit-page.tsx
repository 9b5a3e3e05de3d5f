import type { AuditDoc } from '../../../shared/audit/audit-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { AuditTable } from '../../html/audit-table.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { ButtonLink } from '../../web/design/components/button.tsx';
import type { Column } from '../../web/design/components/table.tsx';
import { toAccountPath } from '../accounts/accounts-page.tsx';
import { opsPage } from '../ops-page.tsx';

interface AuditPage {
  person: Person;
  entries: readonly AuditDoc[];
  /** Of the last entry of the page, where there are more. */
  next?: string | undefined;
}

/** `/ops/audit` */
export const auditPage = ({ person, entries, next }: AuditPage, files: EntryFiles): string =>
  opsPage(
    {
      path: '/ops/audit',
      title: 'Audit log',
      person,
      children: (
        <RoomSection
          id="entries"
          title="Changes of every account"
          lead="The newest first, in UTC. Secrets are masked."
        >
          <AuditTable
            entries={entries}
            beside={[accountColumn]}
            more={next && <ButtonLink href={`?before=${next}`}>Show older entries</ButtonLink>}
          />
        </RoomSection>
      ),
    },
    files,
  );

const accountColumn: Column<AuditDoc> = {
  heading: 'Account',
  kind: 'tight',
  cell: ({ account }) =>
    account && (
      <a href={toAccountPath(account)}>
        <code>{account}</code>
      </a>
    ),
};
