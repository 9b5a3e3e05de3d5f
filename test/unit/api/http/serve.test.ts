import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { type Serving, serve } from '../../../../api/http/serve.ts';

/** Longer than the test's own time-out: a step that waited for this deadline would fail. */
const never = 1_000_000;

describe('a server that closes', () => {
  let serving: Serving;
  let agent: Agent;
  let respondToWaiting: (body: string) => void;
  let waiting: Promise<IncomingMessage>;

  beforeEach(async () => {
    const body = new Promise<string>((resolve) => {
      respondToWaiting = resolve;
    });
    let begun: () => void;
    const arrived = new Promise<void>((resolve) => {
      begun = resolve;
    });
    serving = await serve(
      async (incoming, response) => {
        if (incoming.url !== '/wait') return void response.end('at once');
        begun();
        response.end(await body);
      },
      { host: '127.0.0.1', port: 0 },
    );
    agent = new Agent({ keepAlive: true });
    waiting = get('/wait');
    await arrived;
  });
  afterEach(() => agent.destroy());

  async function get(path: string): Promise<IncomingMessage> {
    const call = request({ host: '127.0.0.1', port: serving.port, path, agent }).end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    return response;
  }

  it('keeps a connection for further requests until then', async () => {
    expect((await get('/')).headers.connection).to.equal('keep-alive');
    respondToWaiting('done');
    expect((await waiting).headers.connection).to.equal('keep-alive');
    agent.destroy();
    await serving.close(never, async () => undefined);
  });

  it('keeps an idle connection longer than the 60 s of load balancers', async () => {
    const seconds = Number(/timeout=(\d+)/.exec(String((await get('/')).headers['keep-alive']))?.[1]);
    expect(seconds).to.be.at.least(65);
    respondToWaiting('done');
    await waiting;
    agent.destroy();
    await serving.close(never, async () => undefined);
  });

  it('responds to waiting requests with the last response of their connection, before the deadline', async () => {
    const closed = serving.close(never, async () => undefined);
    respondToWaiting('done');
    const response = await waiting;
    expect(response.headers.connection).to.equal('close');
    expect(await text(response)).to.equal('done');
    await closed;
  });

  it('responds to one more request on an open connection, and closes it', async () => {
    const socket = connect({ host: '127.0.0.1', port: serving.port });
    await once(socket, 'connect');
    // The server has accepted that connection when it responds on one that was opened after it.
    await text(await get('/'));
    const closed = serving.close(never, async () => undefined);
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(await text(socket)).to.match(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*at once$/is);
    respondToWaiting('done');
    await text(await waiting);
    await closed;
  });

  it('accepts no new connection', async () => {
    const closed = serving.close(never, async () => undefined);
    const refused = connect({ host: '127.0.0.1', port: serving.port });
    expect((await once(refused, 'error').catch((error) => [error]))[0]).to.have.property(
      'code',
      'ECONNREFUSED',
    );
    respondToWaiting('done');
    await text(await waiting);
    await closed;
  });

  it('makes waiting requests respond at the deadline', async () => {
    await Promise.all([
      serving.close(2_000, async () => respondToWaiting('released')),
      waiting.then(async (response) => expect(await text(response)).to.equal('released')),
    ]);
  });
});
