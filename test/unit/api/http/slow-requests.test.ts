import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { readBytes } from '../../../../api/http/read-bytes.ts';
import { type Serving, serve } from '../../../../api/http/serve.ts';

/** Of the server under test. */
const arrivalMs = 600;

describe('a server whose requests have to arrive in time', () => {
  let serving: Serving;
  let open: number;
  let sockets: Socket[];

  beforeEach(async () => {
    open = 0;
    sockets = [];
    serving = await serve(
      async (req, res) => {
        open += 1;
        res.once('close', () => {
          open -= 1;
        });
        const body = await readBytes(req, 1_000_000).catch(() => undefined);
        if (req.url === '/wait') await pause(arrivalMs * 3);
        res.end(body);
      },
      { host: '127.0.0.1', port: 0, arrivalMs, ownBodyTime: ({ url }) => url === '/images' },
    );
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await serving.close(0, async () => undefined);
    expect(open).to.equal(0);
  });

  function send(start: string): Socket {
    const socket = connect(serving.port, '127.0.0.1');
    sockets.push(socket);
    socket.write(start);
    return socket;
  }
  const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n`;

  it('responds to a slow body with 408 and the Error object, and ends its connection', async () => {
    const response = await text(send(`${post('/events')}12`));
    expect(response).to.match(/^HTTP\/1\.1 408 /);
    const body = JSON.parse(response.slice(response.indexOf('\r\n\r\n')));
    expect(body).to.include({ error: 'Request timeout', code: 'REQUEST_TIMEOUT' });
  });

  it('does the same with slow headers and with a connection that sends nothing', async () => {
    const responses = await Promise.all([text(send('GET / HTTP/1.1\r\nHost: a\r\nX-')), text(send(''))]);
    for (const response of responses) expect(response).to.match(/^HTTP\/1\.1 408 /);
  });

  it('leaves a body that has a time of its own to its handler', async () => {
    const socket = send(`${post('/images')}12`);
    await pause(arrivalMs * 3);
    socket.write('3456789');
    const [response] = await once(socket, 'data');
    expect(String(response)).to.match(/^HTTP\/1\.1 200 .*123456789/s);
    // Its next request has no such time.
    socket.write(`${post('/events')}12`);
    expect(await text(socket)).to.match(/^HTTP\/1\.1 408 /);
  });

  it('does not limit how long a response waits', async () => {
    const socket = send(`${post('/wait')}123456789`);
    const [response] = await once(socket, 'data');
    expect(String(response)).to.match(/^HTTP\/1\.1 200 /);
  });

  it('responds to what Node cannot read with its status, and the body and the id of every error', async () => {
    const garbled = await text(send('nonsense\r\n\r\n'));
    expect(garbled).to.match(/^HTTP\/1\.1 400 .*\r\nX-Request-Id: req_\w+\r\n/s);
    const [head = '', body = ''] = garbled.split('\r\n\r\n');
    expect(JSON.parse(body)).to.deep.include({ error: 'Invalid input', code: 'INVALID_INPUT' });
    expect(head).to.include(`Content-Length: ${Buffer.byteLength(body)}`);
    const huge = `GET / HTTP/1.1\r\nHost: a\r\nX-Huge: ${'a'.repeat(20_000)}\r\n\r\n`;
    const refused = await text(send(huge));
    expect(refused)
      .to.match(/^HTTP\/1\.1 431 /)
      .and.include('more than 16 KiB');
  });
});
