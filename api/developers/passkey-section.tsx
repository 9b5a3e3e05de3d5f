import type { PasskeyDoc } from '../../shared/identity/passkey-model.ts';
import { PageForm } from '../html/page-form.tsx';
import { RoomSection } from '../html/room-page.tsx';
import type { FormErrors } from '../http/form.ts';
import { PasswordField } from '../identity/credential-fields.tsx';
import { PasskeyForm } from '../identity/passkey-form.tsx';
import { Button } from '../web/design/components/button.tsx';
import { TextField } from '../web/design/components/field.tsx';
import { Table } from '../web/design/components/table.tsx';
import { Time } from '../web/design/components/time.tsx';

export interface PasskeySettings {
  passkeys: readonly PasskeyDoc[];
  /** The options with which a browser registers another one. */
  options: object;
  /** It is asked for once more. */
  hasPassword: boolean;
}

interface SectionProps extends PasskeySettings {
  token: string;
  errors?: FormErrors;
}

/** The passkeys of a person, and another one. */
export const PasskeySection = ({ passkeys, options, hasPassword, token, errors }: SectionProps) => (
  <RoomSection
    id="passkeys"
    title="Passkeys"
    lead="Sign in with the fingerprint, face or PIN of a device instead of a password and a code."
  >
    {passkeys.length > 0 && <PasskeyTable passkeys={passkeys} token={token} />}
    <PasskeyForm call="create" options={options}>
      <PageForm action="/developers/profile/passkeys" token={token} hidden={{ response: '' }}>
        <TextField
          label="Name of the device"
          name="name"
          autocomplete="off"
          help="Such as “Ada’s phone”."
          required
          maxLength={100}
          {...(errors?.name && { error: errors.name })}
        />
        {hasPassword && <PasswordField label="Your password" {...(errors && { errors })} />}
        <Button type="submit">Add a passkey</Button>
      </PageForm>
    </PasskeyForm>
    <noscript>
      <p>A browser asks a device for a passkey in JavaScript, which is off.</p>
    </noscript>
  </RoomSection>
);

const PasskeyTable = ({ passkeys, token }: Pick<SectionProps, 'passkeys' | 'token'>) => (
  <Table
    label="Passkeys"
    rows={passkeys}
    columns={[
      { heading: 'Name', kind: 'long', cell: ({ name }) => name },
      { heading: 'Since', kind: 'tight', cell: ({ createdAt }) => <Time at={createdAt} /> },
      {
        heading: 'Last use',
        kind: 'tight',
        cell: ({ usedAt }) => (usedAt ? <Time at={usedAt} /> : 'Never'),
      },
      {
        heading: 'Remove',
        cell: ({ _id, name }) => (
          <PageForm
            action="/developers/profile/passkeys/remove"
            token={token}
            hidden={{ passkey: _id }}
            inline
          >
            <Button type="submit" kind="danger" aria-label={`Remove ${name}`}>
              Remove
            </Button>
          </PageForm>
        ),
      },
    ]}
  />
);
