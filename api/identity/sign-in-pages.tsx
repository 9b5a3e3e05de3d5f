import type { EntryFiles } from '../assets/web-build.ts';
import { FormDone, FormMistake, PageForm } from '../html/page-form.tsx';
import { Button, ButtonLink } from '../web/design/components/button.tsx';
import { TextField } from '../web/design/components/field.tsx';
import { EmailField, PasswordField, type Sent } from './credential-fields.tsx';
import { doorPage } from './door-page.tsx';
import { PasskeyForm } from './passkey-form.tsx';

export interface SignIn extends Sent {
  /** The page that the person wanted. */
  to: string;
  /** The mistake of the form as a whole. */
  mistake?: string | undefined;
  done?: string | undefined;
}

/** Ways to sign in besides a password. */
export interface OtherWays {
  /** The options with which a browser asks a device. */
  passkey: object;
  /** The issuer that the operator's staff signs in with. */
  issuer: string | undefined;
}

const withTo = (path: string, to: string) => (to === '' ? path : `${path}?${new URLSearchParams({ to })}`);

/** `/sign-in` */
export const signInPage = (
  { to, mistake, done, ways, ...sent }: SignIn & { ways: OtherWays },
  files: EntryFiles,
): string =>
  doorPage(
    {
      path: '/sign-in',
      title: 'Sign in',
      lead: 'Keys, credits, renders and the team of your account.',
      children: (
        <>
          <FormDone text={done} />
          <FormMistake text={mistake} />
          <PageForm action="/sign-in" hidden={{ to }}>
            <EmailField {...sent} />
            <PasswordField {...sent} />
            <Button type="submit" kind="primary" wide>
              Sign in
            </Button>
          </PageForm>
          <PasskeyForm call="get" options={ways.passkey}>
            <PageForm action="/sign-in/passkey" hidden={{ to, response: '' }}>
              <Button type="submit" wide>
                Sign in with a passkey
              </Button>
            </PageForm>
          </PasskeyForm>
          {ways.issuer !== undefined && (
            <ButtonLink href={withTo('/sign-in/staff', to)} wide>
              Sign in with {ways.issuer}
            </ButtonLink>
          )}
          <div class="door-ways">
            <a href="/sign-in/forgotten">Forgotten your password?</a>
            <a href={withTo('/sign-up', to)}>Sign up</a>
          </div>
        </>
      ),
    },
    files,
  );

/** `/sign-in/code`: the second factor. */
export const codePage = ({ to, mistake, ...sent }: SignIn, files: EntryFiles): string =>
  doorPage(
    {
      path: '/sign-in/code',
      title: 'Enter your code',
      lead: 'From the authenticator app of your phone, or one of your recovery codes.',
      children: (
        <>
          <FormMistake text={mistake} />
          <PageForm action="/sign-in/code" hidden={{ to }}>
            <TextField
              label="Code"
              name="code"
              autocomplete="one-time-code"
              spellcheck={false}
              code
              required
              maxLength={30}
              {...(sent.errors?.code && { error: sent.errors.code })}
            />
            <Button type="submit" kind="primary" wide>
              Sign in
            </Button>
          </PageForm>
          <a href="/sign-in">Sign in as someone else</a>
        </>
      ),
    },
    files,
  );

/** `/sign-up` */
export const signUpPage = (
  { to, mistake, ...sent }: SignIn & { isInvited?: boolean },
  files: EntryFiles,
): string =>
  doorPage(
    {
      path: '/sign-up',
      title: 'Sign up',
      lead: sent.isInvited
        ? 'With the e-mail address that was invited into an account.'
        : 'An account with test keys, which cost nothing.',
      children: (
        <>
          <FormMistake text={mistake} />
          <PageForm action="/sign-up">
            <TextField
              label="Name"
              name="name"
              autocomplete="name"
              help="Yours or your company’s; you can change it later."
              required
              maxLength={100}
              value={sent.values?.name ?? ''}
              {...(sent.errors?.name && { error: sent.errors.name })}
            />
            <EmailField {...sent} />
            <PasswordField {...sent} isNew />
            <Button type="submit" kind="primary" wide>
              Sign up
            </Button>
          </PageForm>
          <a href={withTo('/sign-in', to)}>Sign in instead</a>
        </>
      ),
    },
    files,
  );

/** The link to the mails that a development process does not send. */
const MailsHere = ({ href }: { href: string | undefined }) =>
  href === undefined ? null : (
    <ButtonLink href={href} kind="primary" wide>
      Open the mails of this process
    </ButtonLink>
  );

interface CheckMail {
  path: string;
  text: string;
  /** In development without a mail server. */
  mails: string | undefined;
}

/** After a form that may have sent a mail; it says the same whether it did or not. */
export const checkMailPage = ({ path, text, mails }: CheckMail, files: EntryFiles): string =>
  doorPage(
    {
      path,
      title: 'Check your mail',
      lead: text,
      children: (
        <>
          <MailsHere href={mails} />
          <p class="soft">
            Nothing there after some minutes? Look among unwanted mails, then <a href="/sign-up">sign up</a>{' '}
            or <a href="/sign-in/forgotten">ask for a new password</a> again.
          </p>
        </>
      ),
    },
    files,
  );

/** `/sign-up/confirm`: the link of the mail. The password shows that the same person signed up. */
export const confirmPage = (
  { email, token, mistake, ...sent }: Sent & { email: string; token: string; mistake?: string | undefined },
  files: EntryFiles,
): string =>
  doorPage(
    {
      path: '/sign-up/confirm',
      title: 'Confirm your e-mail address',
      lead: 'With the password that you have chosen.',
      children: (
        <>
          <FormMistake text={mistake} />
          <PageForm action="/sign-up/confirm" hidden={{ key: token }}>
            <TextField
              label="E-mail address"
              name="email"
              type="email"
              autocomplete="username"
              readOnly
              value={email}
            />
            <PasswordField {...sent} />
            <Button type="submit" kind="primary" wide>
              Confirm and sign in
            </Button>
          </PageForm>
          <a href="/sign-in/forgotten">Forgotten your password?</a>
        </>
      ),
    },
    files,
  );
