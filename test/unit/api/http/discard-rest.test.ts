import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { discardRest } from '../../../../api/http/discard-rest.ts';

describe('the rest of a rejected body', () => {
  let server: Server;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const listeners: number[] = [];
  before(async () => {
    server = createServer((req, res) => {
      const { socket } = req;
      void discardRest(req).then(() => {
        listeners.push(socket.listenerCount('close'));
        res.end('rejected');
      });
      res.writeContinue();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    agent.destroy();
    server.close();
  });

  it('leaves nothing behind on a connection that sends many of them', async () => {
    const { port } = server.address() as AddressInfo;
    for (let count = 0; count < 5; count += 1) {
      const sent = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        agent,
        headers: { 'content-length': 4 },
      });
      sent.flushHeaders();
      await once(sent, 'continue');
      sent.end('rest');
      const [response] = await once(sent, 'response');
      expect(await text(response)).to.equal('rejected');
    }
    expect(new Set(listeners).size, listeners.join()).to.equal(1);
  });
});
