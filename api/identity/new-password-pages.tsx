import type { EntryFiles } from '../assets/web-build.ts';
import { FormMistake, PageForm } from '../html/page-form.tsx';
import { Button } from '../web/design/components/button.tsx';
import { EmailField, PasswordField, type Sent } from './credential-fields.tsx';
import { doorPage } from './door-page.tsx';

/** `/sign-in/forgotten` */
export const forgottenPage = (
  { mistake, ...sent }: Sent & { mistake?: string | undefined },
  files: EntryFiles,
): string =>
  doorPage(
    {
      path: '/sign-in/forgotten',
      title: 'Choose a new password',
      lead: 'We send you a link, which is valid for an hour.',
      children: (
        <>
          <FormMistake text={mistake} />
          <PageForm action="/sign-in/forgotten">
            <EmailField {...sent} />
            <Button type="submit" kind="primary" wide>
              Send the link
            </Button>
          </PageForm>
          <a href="/sign-in">Sign in</a>
        </>
      ),
    },
    files,
  );

/** `/sign-in/new-password`: the link of the mail. */
export const newPasswordPage = (
  { token, mistake, ...sent }: Sent & { token: string; mistake?: string | undefined },
  files: EntryFiles,
): string =>
  doorPage(
    {
      path: '/sign-in/new-password',
      title: 'Choose a new password',
      lead: 'You are then signed out everywhere, and sign in with it.',
      children: (
        <>
          <FormMistake text={mistake} />
          <PageForm action="/sign-in/new-password" hidden={{ key: token }}>
            <PasswordField {...sent} label="New password" isNew />
            <Button type="submit" kind="primary" wide>
              Change password
            </Button>
          </PageForm>
        </>
      ),
    },
    files,
  );
