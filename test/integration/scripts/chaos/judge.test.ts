import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { callPlatform } from '../../../../scripts/chaos/call.ts';
import type { Attempt } from '../../../../scripts/chaos/history.ts';
import { judgeRenders } from '../../../../scripts/chaos/judge.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { newId } from '../../../../shared/ids.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { freshDatabase } from '../../../support/backends.ts';

describe('the judge of a chaos campaign', () => {
  let database: Database;
  /** Responds to everything as an API that stops. */
  let server: Server;
  let url: string;
  before(async () => {
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 5000 });
    server = createServer((_req, res) => {
      res.writeHead(503, { 'content-type': 'application/json', location: '/visualize/rnd_1' });
      res.end(JSON.stringify({ code: 'MODEL_UNAVAILABLE', message: 'The service is restarting' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    await database.close();
    await new Promise((resolve) => server.close(resolve));
  });

  /** A call that received 503 with a `Location`, whose render was captured, and refunded where `refund` says so. */
  async function findings(headers: Record<string, string>, refund: boolean) {
    const requestId = newId('req');
    const renderId = newId('rnd');
    const seen = await callPlatform({
      method: 'POST',
      url,
      key: 'key',
      headers: { 'x-request-id': requestId, ...headers },
      signal: AbortSignal.timeout(5000),
    });
    const at = new Date();
    const image = { blob: 'b', mime: 'image/png', width: 9, height: 9, bytes: 3 } as const;
    await database.renders.create({
      _id: renderId,
      account: 'acc',
      keyId: 'key',
      mode: 'live',
      state: 'succeeded',
      scene: image,
      products: [],
      output: { width: 9, height: 9 },
      requestId,
      fence: 1,
      enqueueCount: 1,
      timings: {},
      deadlineAt: at,
      createdAt: at,
    });
    const line = { account: 'acc', amount: 1, renderId, at };
    await database.ledger.create({ _id: renderId, ...line, kind: 'capture' });
    if (refund) await database.ledger.create({ _id: `${renderId}.refund`, ...line, kind: 'refund' });
    const times = { sentAt: 0, respondedAt: 0 };
    const attempt: Attempt = { requestId, account: 'acc', key: 'key', verdict: seen.verdict, ...times };
    const { findings: found } = await judgeRenders(database, { attempts: [attempt], wrong: [] });
    await Promise.all([database.renders.deleteMany({}), database.ledger.deleteMany({})]);
    return found.map(({ kind }) => kind);
  }

  it('finds a plain 503 with a capture and without a refund', async () => {
    expect(await findings({}, false)).to.include('wrong-response');
  });

  it('accepts a plain 503 whose capture was refunded', async () => {
    expect(await findings({}, true)).to.deep.equal([]);
  });

  for (const headers of [{ prefer: 'wait=1' }, { 'idempotency-key': 'k' }]) {
    it(`accepts a 503 with a Location that was charged, with ${Object.keys(headers)[0]}`, async () => {
      expect(await findings(headers as Record<string, string>, false)).to.deep.equal([]);
    });
  }
});
