import { toRoleNames } from '../../shared/identity/roles.ts';
import { PageForm } from '../html/page-form.tsx';
import { Button } from '../web/design/components/button.tsx';
import type { Person } from './person.ts';

/** Who is signed in and where, in the bar: a menu that opens without JavaScript. */
export function PersonMenu({ person }: { person: Person }) {
  const { user, account, accounts, roles } = person;
  return (
    <>
      <button class="button button-quiet person-button" type="button" popovertarget="person">
        <span class="person-name">{account?.name ?? user.name}</span>
      </button>
      <div class="person-menu" id="person" popover="auto">
        <p>
          <strong>{user.name}</strong>
          <br />
          <span class="soft">{user.email}</span>
        </p>
        {account && (
          <p>
            {account.name} <span class="soft">({toRoleNames(roles)})</span>
            <br />
            <code>{account.id}</code>
          </p>
        )}
        <ul>
          <li>
            <a href="/developers/profile">Profile and security</a>
          </li>
          <li>
            <a href="/developers/accounts">
              {accounts.length > 1 ? 'Switch account' : 'Accounts and invitations'}
            </a>
          </li>
        </ul>
        <PageForm action="/sign-out" token={person.formToken}>
          <Button type="submit" wide>
            Sign out
          </Button>
        </PageForm>
      </div>
    </>
  );
}
