import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import sinon from 'sinon';
import { type Serving, serve } from '../../../../api/http/serve.ts';

describe('the open responses of a connection', () => {
  let serving: Serving;
  let clock: sinon.SinonFakeTimers;
  let handled: ServerResponse[];
  let closed: number;
  let sockets: Socket[];

  beforeEach(async () => {
    clock = sinon.useFakeTimers({ toFake: ['setInterval', 'performance'] });
    handled = [];
    closed = 0;
    sockets = [];
    serving = await serve(
      (req, res) => {
        handled.push(res);
        res.once('close', () => {
          closed += 1;
        });
        if (req.url === '/large') res.end(Buffer.alloc(50_000_000));
        if (req.url === '/now') res.end('done');
      },
      { host: '127.0.0.1', port: 0 },
    );
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await serving.close(0, async () => undefined);
    clock.restore();
  });

  function send(path: string, times: number): Socket {
    const socket = connect(serving.port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(times));
    return socket;
  }
  const eventually = async (holds: () => boolean) => {
    for (let waited = 0; !holds() && waited < 5_000; waited += 20) await pause(20);
    expect(holds()).to.equal(true);
  };

  it('are at most 8: further pipelined requests end the connection and reach no handler', async () => {
    const socket = send('/wait', 1000).resume();
    await once(socket, 'close');
    expect(handled).to.have.length(8);
    await eventually(() => closed === 8);
  });

  it('end with a flood of requests, of which the rest is not even parsed', async () => {
    let parsed = 0;
    const onParsed = () => {
      parsed += 1;
    };
    diagnostics.subscribe('http.server.request.start', onParsed);
    await once(send('/wait', 1800).resume(), 'close');
    diagnostics.unsubscribe('http.server.request.start', onParsed);
    expect(parsed).to.be.within(8, 20);
    expect(handled).to.have.length(8);
    await once(send('/now', 1).resume(), 'data');
  });

  it('are closed with their connection, those that wait behind another one too', async () => {
    const socket = send('/wait', 5);
    await eventually(() => handled.length === 5);
    socket.resetAndDestroy();
    await eventually(() => closed === 5);
  });

  it('may be pipelined by a few, and are sent in order', async () => {
    const socket = send('/now', 5);
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    await eventually(() => text.split('done').length === 6);
    expect(socket.destroyed).to.equal(false);
  });

  it('end with the connection of a client that reads nothing for a minute', async () => {
    const reading = send('/wait', 1);
    const stalled = send('/large', 1).pause();
    await eventually(() => handled.length === 2);
    await pause(300);
    for (let seconds = 0; seconds < 120; seconds += 15) clock.tick(15_000);
    stalled.resume();
    await once(stalled, 'close');
    expect(reading.destroyed).to.equal(false);
    expect(closed).to.equal(1);
  });
});
