import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import type { Request } from 'express';
import { peekField } from '../../../../api/http/peek-field.ts';

const part = (name: string, value: string, more = '') =>
  `--xyz\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const end = '--xyz--\r\n';

describe('the first field of a form with a file', () => {
  let server: Server;
  let seen: Promise<[peeked: string, body: string]>;

  before(async () => {
    server = createServer((req, res) => {
      seen = peekField(req as IncomingMessage as Request, 'token').then(async (token) => [
        token,
        await text(req),
      ]);
      void seen.finally(() => res.end());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  async function send(chunks: string[]): Promise<[peeked: string, body: string]> {
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, host: '127.0.0.1', method: 'POST' });
    const responded = once(sent, 'response');
    for (const chunk of chunks)
      await new Promise<void>((resolve) => sent.write(chunk, () => setImmediate(resolve)));
    sent.end();
    await responded;
    return seen;
  }

  const file = part('file', 'x'.repeat(200_000), '; filename="a.csv"');
  const whole = part('token', 'abc_-1') + file + end;
  const bodies: [what: string, body: string, token: string][] = [
    ['is returned', whole, 'abc_-1'],
    ['is none where it has another name', part('name', 'a') + part('token', 'abc') + end, ''],
    ['is none where the file comes first', file + part('token', 'abc') + end, ''],
    ['is none where it has no end', '--xyz\r\nContent-Disposition: form-data; name="token"\r\n\r\nabc', ''],
    ['is none where it is too long', part('token', 'a'.repeat(4_000)) + end, ''],
    ['is none in an empty body', '', ''],
  ];
  for (const [what, body, token] of bodies)
    it(`${what}, and the body stays whole`, async () => {
      expect(await send([body])).to.deep.equal([token, body]);
    });

  it('is read as it arrives', async () => {
    const chunks = [...part('token', 'abc'), file, end];
    expect(await send(chunks)).to.deep.equal(['abc', chunks.join('')]);
  });
});
