import type { InvitationDoc } from '../../shared/identity/invitation-model.ts';
import type { UserDoc } from '../../shared/identity/library-models.ts';
import type { MemberDoc } from '../../shared/identity/member-model.ts';
import { type MemberRole, memberRoles, roleTexts, toRoleNames } from '../../shared/identity/roles.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { FormMistake, PageForm } from '../html/page-form.tsx';
import { RoomSection } from '../html/room-page.tsx';
import type { FormErrors, FormValues } from '../http/form.ts';
import { EmailField } from '../identity/credential-fields.tsx';
import type { Member } from '../identity/person.ts';
import { Button } from '../web/design/components/button.tsx';
import { Select } from '../web/design/components/field.tsx';
import { type Column, Table } from '../web/design/components/table.tsx';
import { Time } from '../web/design/components/time.tsx';
import { developersPage } from './developers-page.tsx';

/** A member with who that is. */
export type TeamMember = MemberDoc & Pick<UserDoc, 'name' | 'email'> & { twoFactorEnabled?: boolean };

export interface Team {
  person: Member;
  team: readonly TeamMember[];
  invitations: readonly InvitationDoc[];
  values?: FormValues;
  errors?: FormErrors;
  mistake?: string;
  done?: string | undefined;
}

/** Choices of a member: one of the roles, or both that do not include each other. */
export const roleChoices: readonly { value: string; roles: MemberRole[]; text: string }[] = [
  ...memberRoles.map((role) => ({
    value: role,
    roles: [role],
    text: `${roleTexts[role].name}: ${roleTexts[role].does}`,
  })),
  { value: 'developer+merchant', roles: ['developer', 'merchant'], text: 'Developer and merchant' },
];

const toChoice = (roles: readonly MemberRole[]): string =>
  roles.includes('owner') ? 'owner' : [...roles].sort().join('+');

/** `/developers/team`: members, roles and invitations. Whoever is not an owner reads it. */
export function teamPage(page: Team, files: EntryFiles): string {
  const { person, team, invitations, mistake, done } = page;
  const isOwner = person.roles.includes('owner');
  return developersPage(
    {
      path: '/developers/team',
      title: 'Team',
      person,
      done,
      children: (
        <>
          <FormMistake text={mistake} />
          <RoomSection id="members" title={`Members of ${person.account.name}`}>
            <Table label="Members" columns={memberColumns(person, isOwner)} rows={team} />
          </RoomSection>
          {isOwner && <InviteSection {...page} />}
          {invitations.length > 0 && (
            <RoomSection id="invitations" title="Open invitations">
              <Table
                label="Open invitations"
                columns={invitationColumns(person, isOwner)}
                rows={invitations}
              />
            </RoomSection>
          )}
        </>
      ),
    },
    files,
  );
}

const InviteSection = ({ person, values, errors }: Team) => (
  <RoomSection
    id="invite"
    title="Invite someone"
    lead="They receive a mail and join with that e-mail address."
  >
    <PageForm action="/developers/team/invitations" token={person.formToken}>
      <EmailField {...(values && { values })} {...(errors && { errors })} />
      <Select label="Role" name="role" options={roleChoices} value={values?.role ?? 'developer'} />
      <Button type="submit" kind="primary">
        Send invitation
      </Button>
    </PageForm>
  </RoomSection>
);

function memberColumns(person: Member, isOwner: boolean): Column<TeamMember>[] {
  const columns: Column<TeamMember>[] = [
    {
      heading: 'Name',
      kind: 'long',
      cell: ({ name, email }) => (
        <>
          {name}
          <br />
          <span class="soft">{email}</span>
        </>
      ),
    },
    {
      heading: 'Role',
      cell: (member) => (isOwner ? <RolesForm member={member} person={person} /> : toRoleNames(member.roles)),
    },
    { heading: 'Second factor', cell: ({ twoFactorEnabled }) => (twoFactorEnabled ? 'On' : 'Off') },
    { heading: 'Since', kind: 'tight', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  if (isOwner)
    columns.push({
      heading: 'Remove',
      cell: ({ _id, name, user }) => (
        <PageForm action={`/developers/team/members/${_id}/remove`} token={person.formToken} inline>
          <Button
            type="submit"
            kind="danger"
            aria-label={user === person.user.id ? 'Leave the account' : `Remove ${name}`}
          >
            {user === person.user.id ? 'Leave' : 'Remove'}
          </Button>
        </PageForm>
      ),
    });
  return columns;
}

const RolesForm = ({ member, person }: { member: TeamMember; person: Member }) => (
  <PageForm action={`/developers/team/members/${member._id}/roles`} token={person.formToken} inline>
    <Select
      label={<span class="unseen">Role of {member.name}</span>}
      name="role"
      options={roleChoices.map(({ value, roles }) => ({ value, text: toRoleNames(roles) }))}
      value={toChoice(member.roles)}
    />
    <Button type="submit" aria-label={`Change the role of ${member.name}`}>
      Change
    </Button>
  </PageForm>
);

function invitationColumns(person: Member, isOwner: boolean): Column<InvitationDoc>[] {
  const columns: Column<InvitationDoc>[] = [
    { heading: 'E-mail address', kind: 'long', cell: ({ email }) => email },
    { heading: 'Role', cell: ({ roles }) => toRoleNames(roles) },
    { heading: 'Valid until', kind: 'tight', cell: ({ until }) => <Time at={until} /> },
  ];
  if (isOwner)
    columns.push({
      heading: 'Withdraw',
      cell: ({ _id, email }) => (
        <PageForm action={`/developers/team/invitations/${_id}/withdraw`} token={person.formToken} inline>
          <Button type="submit" aria-label={`Withdraw the invitation of ${email}`}>
            Withdraw
          </Button>
        </PageForm>
      ),
    });
  return columns;
}
