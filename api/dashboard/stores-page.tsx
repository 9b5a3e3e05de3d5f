import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { PageForm } from '../html/page-form.tsx';
import { RoomSection } from '../html/room-page.tsx';
import type { FormErrors, FormValues } from '../http/form.ts';
import type { Member } from '../identity/person.ts';
import { Button } from '../web/design/components/button.tsx';
import { TextField } from '../web/design/components/field.tsx';
import { type Column, Table } from '../web/design/components/table.tsx';
import { dashboardPage, toStorePath } from './dashboard-page.tsx';
import { IntegrationBadge } from './integration-section.tsx';

const columns: readonly Column<StoreDoc>[] = [
  { heading: 'Store', cell: (store) => <a href={toStorePath(store)}>{store.name}</a> },
  { heading: 'Subdomain', cell: ({ slug }) => <code>{slug}</code> },
  { heading: 'Hosts', kind: 'long', cell: ({ hosts }) => hosts.join(', ') },
  {
    heading: 'Integration',
    kind: 'tight',
    cell: ({ integration }) => <IntegrationBadge state={integration.state} />,
  },
];

export interface StoresPage {
  person: Member;
  stores: readonly StoreDoc[];
  serviceDomain: string;
  values?: FormValues;
  errors?: FormErrors | undefined;
}

/** `/dashboard` */
export const storesPage = (page: StoresPage, files: EntryFiles): string =>
  dashboardPage(
    {
      path: '/dashboard',
      title: 'Stores',
      person: page.person,
      children: (
        <>
          <Table
            label="Stores"
            columns={columns}
            rows={page.stores}
            linksRows
            empty="This account has no store. Add the first one below: the steps to its first order follow."
            long
          />
          <NewStore {...page} />
        </>
      ),
    },
    files,
  );

const NewStore = ({ person, stores, serviceDomain, values, errors = {} }: StoresPage) => (
  <RoomSection id="new" title="Add a store">
    <PageForm action="/dashboard" token={person.formToken}>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={200}
        autocomplete="organization"
        help="Shoppers read it in the try-on."
        value={values?.name ?? ''}
        {...(errors.name && { error: errors.name })}
      />
      <TextField
        label="Subdomain"
        name="slug"
        required
        maxLength={63}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        code
        suffix={`.${serviceDomain}`}
        help="Lower-case letters, digits and hyphens. It names the store for good."
        data-check="/dashboard/-/slug"
        value={values?.slug ?? ''}
        {...(errors.slug && { error: errors.slug })}
      />
      <Button type="submit" kind={stores.length === 0 ? 'primary' : 'secondary'}>
        Add store
      </Button>
    </PageForm>
  </RoomSection>
);
