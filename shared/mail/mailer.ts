import type { Config } from '../config/variables.ts';
import type { Logger } from '../log.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text; lines of their own for links. */
  text: string;
}

export interface SentMail extends Mail {
  at: Date;
}

export interface Mailer {
  /** Hands a mail over in the background; what fails is in the log. Senders do not wait: that would tell who has a user. */
  send(mail: Mail): void;
  /** The last mails, the newest first, where no mail server is set and the process does not run in production. */
  recent(): readonly SentMail[];
  /** Waits for mails in progress. */
  close(): Promise<void>;
}

type MailSettings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'NODE_ENV'>;

const keptMails = 50;
/** Each phase of a delivery; a server that does not respond must not hold the process at its stop. */
const phaseMs = 10_000;

/** Sends mails by SMTP; without a server they are written to the log. */
export function createMailer(settings: MailSettings, log: Logger): Mailer {
  return settings.SMTP_URL === '' ? createLogMailer(settings, log) : createSmtpMailer(settings, log);
}

function createSmtpMailer({ SMTP_URL, MAIL_FROM }: MailSettings, log: Logger): Mailer {
  const sending = new Set<Promise<void>>();
  const deliver = async (mail: Mail) => {
    try {
      const { createTransport } = await import('nodemailer'); // few processes send any
      const timeouts = { connectionTimeout: phaseMs, greetingTimeout: phaseMs, socketTimeout: phaseMs };
      await createTransport({ url: SMTP_URL, ...timeouts }).sendMail({ from: MAIL_FROM, ...mail });
      log.info({ subject: mail.subject }, 'mail sent');
    } catch (error) {
      log.error({ err: error, subject: mail.subject }, 'a mail was not sent; check SMTP_URL');
    }
  };
  return {
    send: (mail) => {
      const delivery = deliver(mail).finally(() => sending.delete(delivery));
      sending.add(delivery);
    },
    recent: () => [],
    close: async () => {
      await Promise.all(sending);
    },
  };
}

function createLogMailer({ NODE_ENV }: MailSettings, log: Logger): Mailer {
  const recent: SentMail[] = [];
  return {
    send: (mail) => {
      // A list, since the log cuts long texts.
      const links = mail.text.split('\n').filter((line) => line.startsWith('http'));
      log.warn({ to: mail.to, subject: mail.subject, links }, 'SMTP_URL is not set: here is the mail');
      if (NODE_ENV !== 'production') recent.unshift({ ...mail, at: new Date() });
      recent.splice(keptMails);
    },
    recent: () => recent,
    close: async () => undefined,
  };
}
