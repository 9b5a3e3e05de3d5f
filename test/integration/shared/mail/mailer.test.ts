import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import pino from 'pino';
import { createMailer } from '../../../../shared/mail/mailer.ts';

/** Speaks as much SMTP (RFC 5321) as a mail needs; returns the lines of each one. */
function startMailServer(received: string[][]): Server {
  return createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`);
    let data: string[] | undefined;
    say('220 mail.example');
    createInterface({ input: socket }).on('line', (line) => {
      if (data && line !== '.') return void data.push(line);
      if (data) {
        received.push(data);
        data = undefined;
        return say('250 accepted');
      }
      if (/^DATA/i.test(line)) {
        data = [];
        return say('354 send it');
      }
      say(/^QUIT/i.test(line) ? '221 bye' : '250 ok');
    });
  }).listen(0, '127.0.0.1');
}

const mail = {
  to: 'ada@example.com',
  subject: 'Confirm your address',
  text: 'https://api.example/x?token=1',
};

describe('mails', () => {
  const received: string[][] = [];
  let server: Server;
  before(async () => {
    server = startMailServer(received);
    await once(server, 'listening');
  });
  after(() => server.close());

  const toSettings = (port: number) =>
    ({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Renders <no-reply@api.example>',
      NODE_ENV: 'production',
    }) as const;
  function collectLog() {
    const lines: { level: number; msg: string }[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    return { log, lines };
  }

  it('are sent by SMTP with sender, recipient, subject and text, before the mailer closes', async () => {
    const { log, lines } = collectLog();
    const mailer = createMailer(toSettings((server.address() as AddressInfo).port), log);
    mailer.send(mail);
    await mailer.close();
    const text = received[0]!.join('\n');
    expect(text)
      .to.include('From: Renders <no-reply@api.example>')
      .and.include('To: ada@example.com')
      .and.include('Subject: Confirm your address');
    expect(text.replaceAll('=3D', '=')).to.include(mail.text);
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['mail sent']);
    expect(mailer.recent()).to.deep.equal([]);
  });

  it('that no server takes are in the log without their text, and nothing throws', async () => {
    const { log, lines } = collectLog();
    const refusing = createServer((socket) => socket.end('554 no service\r\n'));
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const { port } = refusing.address() as AddressInfo;
    const mailer = createMailer(toSettings(port), log);
    mailer.send(mail);
    await mailer.close();
    refusing.close();
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['a mail was not sent; check SMTP_URL']);
    expect(JSON.stringify(lines)).not.to.include('token=1');
  });
});
