import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  eventually,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('an image that is sent', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let renderId: string;
  before(async () => {
    platform = await startPlatform();
    account = await platform.account();
    const rendered = await visualize(platform, account.key, await visualizeBody());
    renderId = rendered.headers.get('x-render-id')!;
  });
  after(() => platform.close());

  /** Files of that render that this process, which contains the API, has open. */
  function openImages(): number {
    return readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes(renderId);
      } catch {
        return false; // closed meanwhile
      }
    }).length;
  }

  for (const path of ['/image', '']) {
    it(`is closed when its connection is, with further requests for GET /visualize/{id}${path} behind it`, async function () {
      if (process.platform !== 'linux') this.skip();
      const request = `GET /visualize/${renderId}${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${account.key}\r\n\r\n`;
      const sockets: Socket[] = [];
      for (let opened = 0; opened < 10; opened += 1) {
        const socket = connect(Number(new URL(platform.url).port), '127.0.0.1').on('error', () => undefined);
        await once(socket, 'connect');
        // The ninth ends the connection, while the others are on their way.
        socket.pause().write(request.repeat(9));
        sockets.push(socket);
      }
      await eventually(() => sockets.every((socket) => socket.resume().destroyed));
      // Long enough for the last of the requests, whose files those before it must not keep.
      await pause(500);
      for (const socket of sockets) socket.resetAndDestroy();
      await eventually(() => openImages() === 0, 10_000);
    });
  }
});
