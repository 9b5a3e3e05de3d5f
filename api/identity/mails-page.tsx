import type { SentMail } from '../../shared/mail/mailer.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { Time } from '../web/design/components/time.tsx';
import { doorPage } from './door-page.tsx';

/** The last mails of a process that sends none. */
export const mailsPage = (mails: readonly SentMail[], files: EntryFiles): string =>
  doorPage(
    {
      path: '/sign-in/mails',
      title: 'Mails of this process',
      lead:
        mails.length > 0
          ? 'SMTP_URL is not set, so nothing is sent; this page is for this machine, in development.'
          : 'There are none yet.',
      children: mails.map((mail) => (
        <article key={mail.at.getTime()} class="card mail">
          <h2>{mail.subject}</h2>
          <p class="soft">
            To {mail.to}, <Time at={mail.at} />
          </p>
          {mail.text.split('\n\n').map((line) => (
            <p key={line}>{line.startsWith('http') ? <a href={line}>{line}</a> : line}</p>
          ))}
        </article>
      )),
    },
    files,
  );
