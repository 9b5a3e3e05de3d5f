import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import type { Member } from '../identity/person.ts';
import { type Column, Table } from '../web/design/components/table.tsx';
import { dashboardPage, toStorePath } from './dashboard-page.tsx';
import { IntegrationBadge } from './integration-section.tsx';

const columns: readonly Column<StoreDoc>[] = [
  { heading: 'Store', cell: (store) => <a href={toStorePath(store, 'integrations')}>{store.name}</a> },
  { heading: 'Subdomain', cell: ({ slug }) => <code>{slug}</code> },
  { heading: 'Hosts', kind: 'long', cell: ({ hosts }) => hosts.join(', ') },
  {
    heading: 'Integration',
    kind: 'tight',
    cell: ({ integration }) => <IntegrationBadge state={integration.state} />,
  },
];

interface StoresPage {
  person: Member;
  stores: readonly StoreDoc[];
}

/** `/dashboard` */
export const storesPage = ({ person, stores }: StoresPage, files: EntryFiles): string =>
  dashboardPage(
    {
      path: '/dashboard',
      title: 'Stores',
      person,
      children: (
        <Table
          label="Stores"
          columns={columns}
          rows={stores}
          linksRows
          empty="This account has no store. The operator of this service adds one: send them the id of your account and the hosts of your shop."
          long
        />
      ),
    },
    files,
  );
