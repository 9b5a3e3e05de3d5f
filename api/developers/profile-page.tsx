import type { SessionDoc } from '../../shared/identity/library-models.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { FormMistake, PageForm } from '../html/page-form.tsx';
import { RoomSection } from '../html/room-page.tsx';
import type { FormErrors } from '../http/form.ts';
import { PasswordField } from '../identity/credential-fields.tsx';
import type { Person } from '../identity/person.ts';
import { Button } from '../web/design/components/button.tsx';
import { TextField } from '../web/design/components/field.tsx';
import { Badge } from '../web/design/components/status.tsx';
import { Table } from '../web/design/components/table.tsx';
import { Time } from '../web/design/components/time.tsx';
import { developersPage } from './developers-page.tsx';
import { PasskeySection, type PasskeySettings } from './passkey-section.tsx';

/** The forms of the page; what is wrong is shown in the one that was sent. */
export type ProfileForm = 'email' | 'password' | 'second-factor' | 'passkey' | 'delete';

export interface Profile extends PasskeySettings {
  person: Person;
  sessions: readonly SessionDoc[];
  sent?: { form: ProfileForm; errors: FormErrors };
  mistake?: string;
  done?: string | undefined;
}

const toErrors = ({ sent }: Profile, form: ProfileForm) =>
  sent?.form === form ? { errors: sent.errors } : {};

/** `/developers/profile`: the user of a person, and what protects it. */
export const profilePage = (page: Profile, files: EntryFiles): string =>
  developersPage(
    {
      path: '/developers/profile',
      title: 'Profile and security',
      person: page.person,
      done: page.done,
      children: (
        <>
          <FormMistake text={page.mistake} />
          <EmailSection {...page} />
          <PasswordSection {...page} />
          <SecondFactorSection {...page} />
          <PasskeySection {...page} token={page.person.formToken} {...toErrors(page, 'passkey')} />
          <SessionSection {...page} />
          <DeleteSection {...page} />
        </>
      ),
    },
    files,
  );

function EmailSection(page: Profile) {
  const { errors } = toErrors(page, 'email');
  const { user, formToken } = page.person;
  return (
    <RoomSection id="email" title="E-mail address" lead={`You sign in as ${user.email}.`}>
      <PageForm action="/developers/profile/email" token={formToken}>
        <TextField
          label="New e-mail address"
          name="email"
          type="email"
          autocomplete="email"
          required
          maxLength={254}
          {...(errors?.email && { error: errors.email })}
        />
        <PasswordField label="Your password" {...(errors && { errors })} />
        <Button type="submit">Change address</Button>
      </PageForm>
    </RoomSection>
  );
}

const PasswordSection = (page: Profile) => (
  <RoomSection id="password" title="Password" lead="A change ends all of your other sessions.">
    <PageForm action="/developers/profile/password" token={page.person.formToken}>
      <PasswordField label="Current password" {...toErrors(page, 'password')} />
      <PasswordField label="New password" name="chosen" isNew {...toErrors(page, 'password')} />
      <Button type="submit">Change password</Button>
    </PageForm>
  </RoomSection>
);

function SecondFactorSection(page: Profile) {
  const { user, formToken } = page.person;
  const isOn = user.twoFactorEnabled;
  return (
    <RoomSection
      id="second-factor"
      title="Second factor"
      lead={
        isOn
          ? 'A code of your authenticator app is asked for at each sign-in.'
          : 'Ask for a code of an authenticator app at each sign-in.'
      }
    >
      <PageForm
        action={isOn ? '/developers/profile/second-factor/off' : '/developers/profile/second-factor'}
        token={formToken}
      >
        <PasswordField label="Your password" {...toErrors(page, 'second-factor')} />
        <Button type="submit" {...(isOn && { kind: 'danger' })}>
          {isOn ? 'Turn off' : 'Set up'}
        </Button>
      </PageForm>
    </RoomSection>
  );
}

const SessionSection = ({ person, sessions }: Profile) => (
  <RoomSection id="sessions" title="Sessions">
    <Table
      label="Sessions"
      rows={sessions}
      columns={[
        { heading: 'Browser', kind: 'long', cell: ({ userAgent }) => userAgent || 'Unknown' },
        { heading: 'Address', cell: ({ ipAddress }) => ipAddress },
        { heading: 'Since', kind: 'tight', cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          heading: 'State',
          cell: ({ _id }) => (_id === person.session.id ? <Badge tone="success">This one</Badge> : 'Open'),
        },
      ]}
    />
    <PageForm action="/developers/profile/sessions" token={person.formToken}>
      <Button type="submit">Sign out everywhere else</Button>
    </PageForm>
  </RoomSection>
);

const DeleteSection = (page: Profile) => (
  <RoomSection
    id="delete"
    title="Delete your user"
    lead="You leave all accounts. Of an account without other members, the keys are revoked; its ledger is kept."
  >
    <PageForm action="/developers/profile/delete" token={page.person.formToken}>
      <PasswordField label="Your password" {...toErrors(page, 'delete')} />
      <Button type="submit" kind="danger">
        Delete my user
      </Button>
    </PageForm>
  </RoomSection>
);

/** The link of the mail to a new address. */
export const newEmailPage = (
  { person, email, token, mistake }: { person: Person; email: string; token: string; mistake?: string },
  files: EntryFiles,
): string =>
  developersPage(
    {
      path: '/developers/profile',
      title: 'Change your e-mail address',
      person,
      children: (
        <>
          <FormMistake text={mistake} />
          <p>
            From now on you sign in as <strong>{email}</strong> instead of {person.user.email}.
          </p>
          <PageForm action="/developers/profile/new-email" token={person.formToken} hidden={{ key: token }}>
            <Button type="submit" kind="primary">
              Change address
            </Button>
          </PageForm>
        </>
      ),
    },
    files,
  );
