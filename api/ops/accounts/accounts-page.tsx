import type { EntryFiles } from '../../assets/web-build.ts';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { ButtonLink } from '../../web/design/components/button.tsx';
import { Status } from '../../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { formatCount } from '../../web/design/format-count.ts';
import { FindForm } from '../find-form.tsx';
import { opsPage } from '../ops-page.tsx';
import type { ListedAccount } from './account-queries.ts';

interface AccountsPage {
  person: Person;
  /** The text that was looked for; empty: all accounts are listed. */
  text: string;
  accounts: readonly ListedAccount[];
  /** Of the last account of the page, where there are more. */
  next?: string | undefined;
}

export const toAccountPath = (account: string) => `/ops/accounts/${encodeURIComponent(account)}`;

/** `/ops/accounts` */
export const accountsPage = ({ person, text, accounts, next }: AccountsPage, files: EntryFiles): string =>
  opsPage(
    {
      path: '/ops/accounts',
      title: 'Accounts',
      person,
      children: (
        <>
          <FindForm
            action="/ops/accounts"
            label="Account"
            text={text}
            help="Its id, how its name begins, the e-mail address of a member, or the slug of a store."
          />
          <RoomSection id="accounts" title={text === '' ? 'Newest accounts' : 'Found'}>
            <Table
              label="Accounts"
              columns={columns}
              rows={accounts}
              linksRows
              long
              empty={text === '' ? 'There is no account yet.' : 'No account fits.'}
              more={next && <ButtonLink href={`?before=${next}`}>Show older accounts</ButtonLink>}
            />
          </RoomSection>
        </>
      ),
    },
    files,
  );

const columns: readonly Column<ListedAccount>[] = [
  {
    heading: 'Account',
    cell: ({ _id, name, suspended }) => (
      <>
        <a href={toAccountPath(_id)}>{name}</a>
        <CellNote>
          <code>{_id}</code>
        </CellNote>
        {suspended && <Status tone="danger">suspended</Status>}
      </>
    ),
  },
  { heading: 'Available', kind: 'number', cell: ({ credits }) => formatCount(credits.available) },
  { heading: 'Held', kind: 'number', cell: ({ credits }) => formatCount(credits.held) },
  { heading: 'Spent', kind: 'number', cell: ({ credits }) => formatCount(credits.spent) },
  { heading: 'Created (UTC)', kind: 'tight', cell: ({ createdAt }) => <Time at={createdAt} /> },
];
