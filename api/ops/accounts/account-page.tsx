import type { AccountDoc } from '../../../shared/accounts/account-model.ts';
import type { AuditDoc } from '../../../shared/audit/audit-model.ts';
import type { Costs } from '../../../shared/costs/read-costs.ts';
import type { MemberDoc } from '../../../shared/identity/member-model.ts';
import { toRoleNames } from '../../../shared/identity/roles.ts';
import type { ApiKeyDoc } from '../../../shared/keys/key-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { AuditTable } from '../../html/audit-table.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { RefusedRange } from '../../http/day-range.ts';
import { ButtonLink } from '../../web/design/components/button.tsx';
import { Facts, Stat, Stats } from '../../web/design/components/card.tsx';
import { Banner } from '../../web/design/components/status.tsx';
import { type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { formatCount } from '../../web/design/format-count.ts';
import { Breadcrumbs } from '../../web/design/frame/frame.tsx';
import { CostSection } from '../costs/cost-section.tsx';
import { opsPage } from '../ops-page.tsx';
import { toProviderPath } from '../provider-states.tsx';
import { type AccountForms, GrantForm, LimitsForm, SuspendForm } from './account-forms.tsx';
import { toAccountPath } from './accounts-page.tsx';

interface AccountPage extends AccountForms {
  members: readonly (MemberDoc & { email?: string | undefined })[];
  keys: readonly ApiKeyDoc[];
  stores: readonly { slug: string; name: string }[];
  changes: readonly AuditDoc[];
  done?: string | undefined;
  costs: Costs;
  refusedRange?: RefusedRange | undefined;
}

/** `/ops/accounts/{id}` */
export const accountPage = (page: AccountPage, files: EntryFiles): string => {
  const { person, account, members, keys, stores, changes, done, costs } = page;
  const { _id, name, suspended } = account;
  return opsPage(
    {
      path: toAccountPath(_id),
      title: name,
      person,
      done,
      above: (
        <Breadcrumbs
          trail={[
            { href: '/ops', title: 'Operations' },
            { href: '/ops/accounts', title: 'Accounts' },
          ]}
          title={name}
        />
      ),
      beside: (
        <ButtonLink href={`/ops/renders?account=${encodeURIComponent(_id)}`}>Show its renders</ButtonLink>
      ),
      children: (
        <>
          {suspended && (
            <Banner tone="danger">
              Suspended since <Time at={suspended.at} />: {suspended.reason}
            </Banner>
          )}
          <Credits account={account} />
          <RoomSection id="account" title="Account">
            <Facts
              facts={[
                ['Id', <code>{_id}</code>],
                ['Created', <Time at={account.createdAt} />],
                ['Stores', stores.length > 0 && <StoreList stores={stores} />],
                ['Webhook', account.webhook?.url],
              ]}
            />
          </RoomSection>
          <GrantForm {...page} />
          <LimitsForm {...page} />
          <CostSection
            {...{ path: toAccountPath(_id), costs, refused: page.refusedRange }}
            naming={{ heading: 'Provider', toPath: toProviderPath }}
          />
          <RoomSection id="members" title="Members">
            <Table label="Members" columns={memberColumns} rows={members} empty="It has no members." />
          </RoomSection>
          <RoomSection id="keys" title="Keys">
            <Table label="Keys" columns={keyColumns} rows={keys} empty="It has no keys." />
          </RoomSection>
          <RoomSection id="changes" title="Newest changes">
            <AuditTable entries={changes} />
          </RoomSection>
          <SuspendForm {...page} />
        </>
      ),
    },
    files,
  );
};

const Credits = ({ account: { credits } }: { account: AccountDoc }) => (
  <Stats label="Credits">
    <Stat label="Available" value={formatCount(credits.available)} />
    <Stat label="Held" value={formatCount(credits.held)} note="by open renders" />
    <Stat label="Spent" value={formatCount(credits.spent)} />
    <Stat label="Granted" value={formatCount(credits.granted)} />
  </Stats>
);

const StoreList = ({ stores }: Pick<AccountPage, 'stores'>) => (
  <>
    {stores.map(({ slug, name }, index) => (
      <>
        {index > 0 && ', '}
        <a href={`/ops/stores?find=${encodeURIComponent(slug)}`}>{name}</a>
      </>
    ))}
  </>
);

const memberColumns: readonly Column<AccountPage['members'][number]>[] = [
  { heading: 'Member', cell: ({ email, user }) => email ?? user },
  { heading: 'Roles', cell: ({ roles }) => toRoleNames(roles) },
];

const keyColumns: readonly Column<ApiKeyDoc>[] = [
  { heading: 'Key', cell: ({ name }) => name },
  { heading: 'Id', kind: 'tight', cell: ({ _id }) => <code>{_id}</code> },
  { heading: 'Mode', cell: ({ mode }) => mode },
  {
    heading: 'Last used (UTC)',
    kind: 'tight',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'never'),
  },
  { heading: 'State', cell: ({ revokedAt }) => (revokedAt ? 'revoked' : 'valid') },
];
