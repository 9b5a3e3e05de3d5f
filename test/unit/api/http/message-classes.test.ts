import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { createMessageClasses } from '../../../../api/http/message-classes.ts';

describe('the message classes of an application', () => {
  let server: Server;
  afterEach(() => server.close());

  it('make messages that Express changes no further', async () => {
    const app = express();
    let prototypes: unknown[] = [];
    app.get('/', (req, res) => {
      const after = [Object.getPrototypeOf(req), Object.getPrototypeOf(res)];
      res.json({
        kept: after.every((prototype, index) => prototype === prototypes[index]),
        app: req.app === app,
      });
    });
    server = createServer(createMessageClasses(app), (req, res) => {
      prototypes = [Object.getPrototypeOf(req), Object.getPrototypeOf(res)];
      app(req, res);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await response.json()).to.deep.equal({ kept: true, app: true });
  });
});
