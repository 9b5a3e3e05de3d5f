import type { EntryFiles } from '../assets/web-build.ts';
import { PageForm } from '../html/page-form.tsx';
import { RoomSection } from '../html/room-page.tsx';
import type { Person } from '../identity/person.ts';
import { Button } from '../web/design/components/button.tsx';
import { TextField } from '../web/design/components/field.tsx';
import { developersPage } from './developers-page.tsx';
import { QrCode } from './qr-code.tsx';

interface SetUp {
  person: Person;
  /** Of the authenticator app. */
  uri: string;
  secret: string;
  recoveryCodes: readonly string[];
}

/** The secret of a second factor and the recovery codes, which are shown once. */
export const setUpPage = ({ person, uri, secret, recoveryCodes }: SetUp, files: EntryFiles): string =>
  developersPage(
    {
      path: '/developers/profile',
      title: 'Set up the second factor',
      person,
      children: (
        <>
          <RoomSection id="app" title="1. Add the key to your authenticator app">
            <QrCode text={uri} label="The key as a QR code" />
            <p>
              Scan the code with the app, <a href={uri}>open the app on this device</a>, or enter the key
              there: <code>{secret}</code>
            </p>
          </RoomSection>
          <RoomSection
            id="recovery"
            title="2. Keep the recovery codes"
            lead="Each signs you in once without the app. They are not shown again."
          >
            <ul class="codes">
              {recoveryCodes.map((code) => (
                <li key={code}>
                  <code>{code}</code>
                </li>
              ))}
            </ul>
          </RoomSection>
          <RoomSection id="code" title="3. Enter the code that the app shows">
            <CodeForm person={person} />
          </RoomSection>
        </>
      ),
    },
    files,
  );

const CodeForm = ({ person, error }: { person: Person; error?: string }) => (
  <PageForm action="/developers/profile/second-factor/confirm" token={person.formToken}>
    <TextField
      label="Code"
      name="code"
      autocomplete="one-time-code"
      inputMode="numeric"
      code
      required
      maxLength={10}
      {...(error !== undefined && { error })}
    />
    <Button type="submit" kind="primary">
      Turn on
    </Button>
  </PageForm>
);

/** The code again, after a wrong one. */
export const codeAgainPage = (
  { person, error }: { person: Person; error: string },
  files: EntryFiles,
): string =>
  developersPage(
    {
      path: '/developers/profile',
      title: 'Set up the second factor',
      person,
      children: <CodeForm person={person} error={error} />,
    },
    files,
  );
