import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { ButtonLink } from '../../web/design/components/button.tsx';
import { Status, type Tone } from '../../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { toAccountPath } from '../accounts/accounts-page.tsx';
import { FindForm } from '../find-form.tsx';
import { opsPage } from '../ops-page.tsx';

export type ListedStore = Pick<
  StoreDoc,
  '_id' | 'slug' | 'name' | 'account' | 'hosts' | 'integration' | 'createdAt'
>;

interface StoresPage {
  person: Person;
  /** The text that was looked for; empty: all stores are listed. */
  text: string;
  stores: readonly ListedStore[];
  /** Of the last store of the page, where there are more. */
  next?: string | undefined;
}

/** `/ops/stores` */
export const storesPage = ({ person, text, stores, next }: StoresPage, files: EntryFiles): string =>
  opsPage(
    {
      path: '/ops/stores',
      title: 'Stores',
      person,
      children: (
        <>
          <FindForm
            action="/ops/stores"
            label="Store"
            text={text}
            help="Its slug, one of its hosts, or the id of its account."
          />
          <RoomSection id="stores" title={text === '' ? 'Newest stores' : 'Found'}>
            <Table
              label="Stores"
              columns={columns}
              rows={stores}
              long
              empty={text === '' ? 'There is no store yet.' : 'No store fits.'}
              more={next && <ButtonLink href={`?before=${next}`}>Show older stores</ButtonLink>}
            />
          </RoomSection>
        </>
      ),
    },
    files,
  );

const tones: Readonly<Record<StoreDoc['integration']['state'], Tone>> = {
  'Not connected': 'neutral',
  Connected: 'success',
  Paused: 'warning',
  Disabled: 'danger',
};

const columns: readonly Column<ListedStore>[] = [
  {
    heading: 'Store',
    cell: ({ slug, name }) => (
      <>
        {name}
        <CellNote>
          <code>{slug}</code>
        </CellNote>
      </>
    ),
  },
  { heading: 'Hosts', kind: 'long', cell: ({ hosts }) => hosts.join(', ') },
  {
    heading: 'Account',
    kind: 'tight',
    cell: ({ account }) => (
      <a href={toAccountPath(account)}>
        <code>{account}</code>
      </a>
    ),
  },
  {
    heading: 'Analytics',
    cell: ({ integration: { state, reason } }) => (
      <>
        <Status tone={tones[state]}>{state}</Status>
        {reason && <CellNote>{reason}</CellNote>}
      </>
    ),
  },
  {
    heading: 'Renders',
    cell: ({ slug }) => <a href={`/ops/renders?store=${encodeURIComponent(slug)}`}>Show</a>,
  },
  { heading: 'Created (UTC)', kind: 'tight', cell: ({ createdAt }) => <Time at={createdAt} /> },
];
