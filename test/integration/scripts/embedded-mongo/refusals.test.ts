import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { type EmbeddedMongo, startEmbeddedMongo } from '../../../../scripts/embedded-mongo/index.ts';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';
import { silent, toFailure } from './connect.ts';

/** What a real server would do and this one will not: said aloud, never guessed. */
const refused: [title: string, command: mongoose.mongo.Document, code: number][] = [
  ['an unknown command', { frobnicate: 1 }, 59],
  ['change streams', { aggregate: 'c', pipeline: [{ $changeStream: {} }], cursor: {} }, 40324],
  ['an unknown option', { find: 'c', frob: 1 }, 40415],
  [
    'an unknown field of an update',
    { update: 'c', updates: [{ q: {}, u: { $set: { a: 1 } }, frob: 1 }] },
    40415,
  ],
  ['a validator', { create: 'v', validator: { a: 1 } }, 238],
  ['a capped collection', { create: 'v', capped: true, size: 1000 }, 238],
  ['a time series', { create: 'v', timeseries: { timeField: 'at' } }, 238],
  ['a view', { create: 'v', viewOn: 'c' }, 238],
  ['a collation', { find: 'c', collation: { locale: 'de' } }, 238],
  ['a tailable cursor', { find: 'c', tailable: true }, 238],
  ['a snapshot read', { find: 'c', readConcern: { level: 'snapshot' } }, 238],
  ['a text index', { createIndexes: 'c', indexes: [{ key: { a: 'text' }, name: 'a_text' }] }, 67],
  ['a geo index', { createIndexes: 'c', indexes: [{ key: { a: '2dsphere' }, name: 'g' }] }, 67],
  ['a hidden index', { createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 'h', hidden: true }] }, 197],
  [
    'a partial index with $ne',
    {
      createIndexes: 'c',
      indexes: [{ key: { a: 1 }, name: 'p', partialFilterExpression: { a: { $ne: 1 } } }],
    },
    67,
  ],
  ['$where', { find: 'c', filter: { $where: 'true' } }, 2],
  [
    '$function',
    {
      aggregate: 'c',
      pipeline: [{ $project: { a: { $function: { body: 'x', args: [], lang: 'js' } } } }],
      cursor: {},
    },
    31325,
  ],
  ['$text', { find: 'c', filter: { $text: { $search: 'a' } } }, 2],
  ['$jsonSchema', { find: 'c', filter: { $jsonSchema: {} } }, 2],
  ['explain with execution statistics', { explain: { find: 'c' }, verbosity: 'executionStats' }, 238],
  ['a positional projection', { find: 'c', filter: { a: 1 }, projection: { 'a.$': 1 } }, 2],
  ['a sort by $natural', { find: 'c', sort: { $natural: -1 } }, 2],
  ['\\A of a pattern', { find: 'c', filter: { a: { $regex: '\\Aab' } } }, 2],
  ['a POSIX class of a pattern', { find: 'c', filter: { a: { $regex: '[[:digit:]]' } } }, 2],
  ['an update by a pipeline', { findAndModify: 'c', query: {}, update: [{ $set: { a: 1 } }] }, 2],
  ['more than one copy', { insert: 'c', documents: [{ a: 1 }], writeConcern: { w: 3 } }, 2],
];

describe('embedded database: refusals', () => {
  let server: EmbeddedMongo;
  let client: mongoose.mongo.MongoClient;
  before(async () => {
    server = await startEmbeddedMongo({ dir: null, port: 0, log: silent, maxBytes: 2 ** 20 });
    client = await new mongoose.mongo.MongoClient(server.uri).connect();
    await client.db().collection('c').insertOne({ a: 1 });
  });
  after(async () => {
    await client.close();
    await server.close();
  });

  for (const [title, command, code] of refused) {
    it(`${title}: code ${code}`, async () => {
      expect(await toFailure(client.db().command(command))).to.include({ code });
    });
  }

  it('transactions, with the words of a standalone mongod', async () => {
    const begin = { txnNumber: mongoose.mongo.Long.fromNumber(1), startTransaction: true, autocommit: false };
    const failure = await toFailure(client.db().command({ insert: 'c', documents: [{ a: 2 }], ...begin }));
    const message = 'Transaction numbers are only allowed on a replica set member or mongos';
    expect(failure).to.include({ code: 20, message });
    expect(await client.db().collection('c').countDocuments({ a: 2 })).to.equal(0);
  });

  it('more data than its cap, and takes some again once there is room', async () => {
    const collection = client.db().collection('big');
    const chunk = { text: 'x'.repeat(100_000) };
    const failure = await toFailure(
      Promise.all(Array.from({ length: 20 }, () => collection.insertOne({ ...chunk }))),
    );
    expect(failure.code).to.equal(14031);
    expect(failure.message).to.include('MONGODB_URI');
    await collection.deleteMany({});
    await collection.insertOne({ ...chunk });
    await collection.drop();
  });

  it('bytes that are not its protocol, without hurting other clients', async () => {
    const socket = new Socket();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    socket.connect(server.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'));
    await closed;
    expect(await client.db().command({ ping: 1 })).to.include({ ok: 1 });
  });

  it('production, a folder in use and a taken port, each in one line', async () => {
    const main = fileURLToPath(new URL('../../../../scripts/embedded-mongo/main.ts', import.meta.url));
    const dir = await mkdtemp(join(tmpdir(), 'embedded-'));
    const first = await startEmbeddedMongo({ dir, port: 0, log: silent });
    const start = (args: string[], env: NodeJS.ProcessEnv = {}) =>
      spawnSync(process.execPath, [...typeScriptArguments, main, ...args], {
        env: { ...process.env, ...env },
        encoding: 'utf8',
      });
    try {
      const production = start(['--memory'], { NODE_ENV: 'production' });
      const inUse = start(['--dir', dir]);
      const taken = start(['--memory', '--port', String(first.port)]);
      for (const [{ status, stderr }, word] of [
        [production, 'production'],
        [inUse, 'in use'],
        [taken, 'EADDRINUSE'],
      ] as const) {
        expect(status).to.equal(1);
        expect(stderr.trim().split('\n')).to.have.length(1);
        expect(stderr).to.include(word);
      }
    } finally {
      await first.close();
      await rm(dir, { recursive: true });
    }
  });

  it('connections from elsewhere than loopback', async () => {
    // The same port on another address of this machine is free, so it is not listened on there.
    const other: Server = createServer();
    await new Promise<void>((resolve, reject) =>
      other.once('error', reject).listen(server.port, '127.0.0.2', resolve),
    );
    await new Promise((resolve) => other.close(resolve));
  });
});
