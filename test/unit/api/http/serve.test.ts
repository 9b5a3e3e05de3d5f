import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { type Serving, serve } from '../../../../api/http/serve.ts';

/** Far more than any step here takes; what waits for it would run into the test's own time-out. */
const never = 1_000_000;

describe('a server that closes', () => {
  let serving: Serving;
  let agent: Agent;
  let answerHeld: (body: string) => void;
  let held: Promise<IncomingMessage>;

  beforeEach(async () => {
    const body = new Promise<string>((resolve) => {
      answerHeld = resolve;
    });
    let begun: () => void;
    const holding = new Promise<void>((resolve) => {
      begun = resolve;
    });
    serving = await serve(
      async (incoming, answer) => {
        if (incoming.url !== '/held') return void answer.end('at once');
        begun();
        answer.end(await body);
      },
      { host: '127.0.0.1', port: 0 },
    );
    agent = new Agent({ keepAlive: true });
    held = get('/held');
    await holding;
  });
  afterEach(() => agent.destroy());

  async function get(path: string): Promise<IncomingMessage> {
    const call = request({ host: '127.0.0.1', port: serving.port, path, agent }).end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return answer;
  }

  it('keeps a connection for further calls until then', async () => {
    expect((await get('/')).headers.connection).to.equal('keep-alive');
    answerHeld('held');
    expect((await held).headers.connection).to.equal('keep-alive');
    agent.destroy();
    await serving.close(never, async () => undefined);
  });

  it('answers what it holds as the last answer of its connection, and needs no deadline for it', async () => {
    const closed = serving.close(never, async () => undefined);
    answerHeld('held');
    const answer = await held;
    expect(answer.headers.connection).to.equal('close');
    expect(await text(answer)).to.equal('held');
    await closed;
  });

  it('answers one more call on a connection that was open already, and ends it', async () => {
    const socket = connect({ host: '127.0.0.1', port: serving.port });
    await once(socket, 'connect');
    // The server has accepted that connection when it answers one that came after it.
    await text(await get('/'));
    const closed = serving.close(never, async () => undefined);
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(await text(socket)).to.match(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*at once$/is);
    answerHeld('held');
    await text(await held);
    await closed;
  });

  it('takes no new connection', async () => {
    const closed = serving.close(never, async () => undefined);
    const refused = connect({ host: '127.0.0.1', port: serving.port });
    expect((await once(refused, 'error').catch((error) => [error]))[0]).to.have.property(
      'code',
      'ECONNREFUSED',
    );
    answerHeld('held');
    await text(await held);
    await closed;
  });

  it('makes held calls answer at the deadline', async () => {
    await Promise.all([
      serving.close(2_000, async () => answerHeld('released')),
      held.then(async (answer) => expect(await text(answer)).to.equal('released')),
    ]);
  });
});
