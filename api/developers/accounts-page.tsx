import type { InvitationDoc } from '../../shared/identity/invitation-model.ts';
import { toRoleNames } from '../../shared/identity/roles.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { PageForm } from '../html/page-form.tsx';
import { RoomSection } from '../html/room-page.tsx';
import type { FormErrors, FormValues } from '../http/form.ts';
import type { Person } from '../identity/person.ts';
import { Button } from '../web/design/components/button.tsx';
import { TextField } from '../web/design/components/field.tsx';
import { Badge } from '../web/design/components/status.tsx';
import { Table } from '../web/design/components/table.tsx';
import { developersPage } from './developers-page.tsx';

export interface Accounts {
  person: Person;
  invitations: readonly (InvitationDoc & { accountName: string })[];
  /** Shows the form that creates an account. */
  mayCreate: boolean;
  values?: FormValues;
  errors?: FormErrors;
  done?: string | undefined;
}

/** `/developers/accounts`: the accounts that someone is in, and those that have invited. */
export function accountsPage(page: Accounts, files: EntryFiles): string {
  const { person, invitations, done } = page;
  return developersPage(
    {
      path: '/developers/accounts',
      title: 'Accounts and invitations',
      person,
      done,
      children: (
        <>
          {invitations.length > 0 && <InvitationSection {...page} />}
          <RoomSection id="accounts" title="Your accounts">
            <Table
              label="Your accounts"
              rows={person.accounts}
              empty="You are in no account yet."
              columns={[
                { heading: 'Name', kind: 'long', cell: ({ name }) => name },
                { heading: 'Id', cell: ({ id }) => <code>{id}</code> },
                {
                  heading: 'Work in it',
                  cell: ({ id, name }) =>
                    id === person.account?.id ? (
                      <Badge tone="success">Current</Badge>
                    ) : (
                      <PageForm
                        action="/developers/accounts/switch"
                        token={person.formToken}
                        hidden={{ account: id }}
                        inline
                      >
                        <Button type="submit" aria-label={`Switch to ${name}`}>
                          Switch
                        </Button>
                      </PageForm>
                    ),
                },
              ]}
            />
          </RoomSection>
          {page.mayCreate && <CreateSection {...page} />}
          {person.account && person.roles.includes('owner') && <RenameSection {...page} />}
        </>
      ),
    },
    files,
  );
}

const InvitationSection = ({ person, invitations }: Accounts) => (
  <RoomSection id="invitations" title="Invitations">
    <Table
      label="Invitations"
      rows={invitations}
      columns={[
        { heading: 'Account', kind: 'long', cell: ({ accountName }) => accountName },
        { heading: 'Role', cell: ({ roles }) => toRoleNames(roles) },
        {
          heading: 'Accept',
          cell: ({ _id, accountName }) => (
            <PageForm
              action="/developers/accounts/join"
              token={person.formToken}
              hidden={{ invitation: _id }}
              inline
            >
              <Button type="submit" kind="primary" aria-label={`Join ${accountName}`}>
                Join
              </Button>
            </PageForm>
          ),
        },
      ]}
    />
  </RoomSection>
);

const NameField = ({
  values,
  errors,
  current,
}: Pick<Accounts, 'values' | 'errors'> & { current?: string }) => (
  <TextField
    label="Name of the account"
    name="name"
    autocomplete="organization"
    required
    maxLength={100}
    value={values?.name ?? current ?? ''}
    {...(errors?.name && { error: errors.name })}
  />
);

const CreateSection = (page: Accounts) => (
  <RoomSection id="create" title="Create an account">
    <PageForm action="/developers/accounts" token={page.person.formToken}>
      <NameField {...page} />
      <Button type="submit" kind="primary">
        Create account
      </Button>
    </PageForm>
  </RoomSection>
);

const RenameSection = (page: Accounts) => (
  <RoomSection id="rename" title="Rename this account">
    <PageForm action="/developers/accounts/rename" token={page.person.formToken}>
      <NameField {...page} {...(page.person.account && { current: page.person.account.name })} />
      <Button type="submit">Rename</Button>
    </PageForm>
  </RoomSection>
);
