import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { startEmbeddedMongo } from '../../../../../scripts/embedded-mongo/index.ts';
import { typeScriptArguments } from '../../../../../scripts/typescript/arguments.ts';
import { silent } from '../connect.ts';

const main = fileURLToPath(new URL('../../../../../scripts/embedded-mongo/main.ts', import.meta.url));
const cycles = 12;
const writers = 16;

interface Running {
  readonly child: ChildProcess;
  readonly client: mongoose.mongo.MongoClient;
}

/** Whatever a failed test leaves behind; mocha would wait for it for ever. */
const started: Running[] = [];

async function endStarted(): Promise<void> {
  for (const { child, client } of started.splice(0)) {
    child.kill('SIGKILL');
    await client.close();
  }
}

async function spawnEmbedded(dir: string, ...flags: string[]): Promise<Running> {
  const child = spawn(process.execPath, [...typeScriptArguments, main, '--dir', dir, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [
    string,
  ];
  const { port } = JSON.parse(line) as { port: number };
  const uri = `mongodb://127.0.0.1:${port}/kill?directConnection=true&retryWrites=false&retryReads=false`;
  const client = await new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 30_000 }).connect();
  started.push({ child, client });
  return { child, client };
}

/** What was acknowledged: inserted ids, and how often each counter was certainly raised. */
interface Acknowledged {
  readonly inserted: string[];
  readonly deleted: string[];
  readonly raised: Map<number, number>;
  attempts: number;
}

/** Writes until the server dies, and notes down only what it has acknowledged. */
async function writeUntilKilled(
  client: mongoose.mongo.MongoClient,
  cycle: number,
  writer: number,
  seen: Acknowledged,
): Promise<void> {
  const db = client.db();
  try {
    for (let i = 0; ; i++) {
      const id = `${cycle}-${writer}-${i}`;
      await db.collection('rows').insertOne({ _id: id, unique: id, pad: 'x'.repeat(200) } as never);
      seen.inserted.push(id);
      seen.attempts++;
      await db
        .collection('counters')
        .findOneAndUpdate({ _id: writer } as never, { $inc: { n: 1 }, $set: { last: id } }, { upsert: true });
      seen.raised.set(writer, (seen.raised.get(writer) ?? 0) + 1);
      if (i % 5 === 4) {
        await db.collection('rows').deleteOne({ _id: id } as never);
        seen.deleted.push(id);
      }
    }
  } catch {
    // The connection is gone: what was in progress may or may not have happened.
  }
}

async function check(client: mongoose.mongo.MongoClient, seen: Acknowledged): Promise<void> {
  const rows = new Set(
    (
      await client
        .db()
        .collection('rows')
        .find({}, { projection: { _id: 1 } })
        .toArray()
    ).map(({ _id }) => String(_id)),
  );
  const deleted = new Set(seen.deleted);
  // A deletion without a reply may have happened too; only what was not deleted must be there.
  const lost = seen.inserted.filter(
    (id) => !rows.has(id) && !deleted.has(id) && Number(id.split('-')[2]) % 5 !== 4,
  );
  expect(lost).to.deep.equal([]);
  expect(seen.deleted.filter((id) => rows.has(id))).to.deep.equal([]);
  for (const { _id, n } of await client.db().collection('counters').find().toArray()) {
    const raised = seen.raised.get(_id as unknown as number) ?? 0;
    expect(n).to.be.within(raised, raised + cycles);
  }
  expect((await client.db().collection('rows').indexes()).map(({ name }) => name)).to.include('unique_1');
}

describe('embedded database: durability', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'embedded-'));
  });
  afterEach(async () => {
    await endStarted();
    await rm(dir, { recursive: true, force: true });
  });

  it(`loses no acknowledged write in ${cycles} kill -9 under constant compaction`, async function () {
    this.timeout(300_000);
    const seen: Acknowledged = { inserted: [], deleted: [], raised: new Map(), attempts: 0 };
    for (let cycle = 0; cycle <= cycles; cycle++) {
      const { child, client } = await spawnEmbedded(dir, '--compact-bytes', '1');
      const ended = once(child, 'exit');
      await client.db().collection('rows').createIndex({ unique: 1 }, { unique: true });
      await check(client, seen);
      const work = Array.from({ length: writers }, (_, writer) =>
        writeUntilKilled(client, cycle, writer, seen),
      );
      const enough = seen.inserted.length + 20;
      while (seen.inserted.length < enough) await sleep(5);
      await sleep((cycle * 37) % 120);
      child.kill(cycle === cycles ? 'SIGTERM' : 'SIGKILL');
      await ended;
      // The writers still look for the server; closing ends that.
      await client.close();
      await Promise.all(work);
    }
    expect(seen.inserted.length).to.be.greaterThan(200);
  });

  it('cuts off a torn entry at the end of the journal and continues', async () => {
    const options = { dir, port: 0, log: silent };
    let server = await startEmbeddedMongo(options);
    let client = await new mongoose.mongo.MongoClient(server.uri).connect();
    await client
      .db()
      .collection('a')
      .insertMany([{ n: 1 }, { n: 2 }]);
    await client.close();
    await server.close();

    const torn = Buffer.from([200, 0, 0, 0, 1, 2, 3, 4, 1, 8, 0]);
    await appendFile(join(dir, 'journal-00000001'), torn);
    server = await startEmbeddedMongo(options);
    const kept = (await readdir(dir)).filter((name) => name.startsWith('journal-00000001.cut-'));
    expect(kept).to.have.length(1);
    expect(await readFile(join(dir, kept[0] as string))).to.deep.equal(torn);
    client = await new mongoose.mongo.MongoClient(server.uri).connect();
    await client.db().collection('a').insertOne({ n: 3 });
    await client.close();
    await server.close();

    server = await startEmbeddedMongo(options);
    client = await new mongoose.mongo.MongoClient(server.uri).connect();
    expect((await client.db().collection('a').find().toArray()).map(({ n }) => n)).to.deep.equal([1, 2, 3]);
    await client.close();
    await server.close();
  });

  it('refuses to start on a journal that is damaged in the middle, and leaves it as it is', async () => {
    const options = { dir, port: 0, log: silent };
    const server = await startEmbeddedMongo(options);
    const client = await new mongoose.mongo.MongoClient(server.uri).connect();
    for (let n = 0; n < 20; n++)
      await client
        .db()
        .collection('a')
        .insertOne({ n, text: 'x'.repeat(200) });
    await client.close();
    await server.close();

    const path = join(dir, 'journal-00000001');
    const damaged = await readFile(path);
    damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] as number) ^ 1;
    await writeFile(path, damaged);
    const refused = await startEmbeddedMongo(options).catch((error: Error) => error);
    expect(refused).to.be.instanceOf(Error);
    expect((refused as Error).message).to.match(/journal-00000001 is damaged from byte \d+ to \d+/);
    expect(await readFile(path)).to.deep.equal(damaged);
    expect((await readdir(dir)).filter((name) => name.includes('cut'))).to.deep.equal([]);
  });

  it('gives back the bytes of the keys of deleted documents', async () => {
    const server = await startEmbeddedMongo({ dir: null, port: 0, log: silent, maxBytes: 2 * 2 ** 20 });
    const client = await new mongoose.mongo.MongoClient(server.uri).connect();
    const rows = client.db().collection<{ _id: number; [field: string]: unknown }>('rows');
    for (const field of ['a', 'b', 'c', 'd']) await rows.createIndex({ [field]: 1 });
    // Each round takes about 0.5 MB with its keys: without giving them back, the sixth would not fit.
    for (let round = 0; round < 12; round++) {
      await rows.insertMany(
        Array.from({ length: 1000 }, (_, n) => ({ _id: n, a: `a${n}`, b: `b${n}`, c: `c${n}`, d: `d${n}` })),
      );
      await rows.deleteMany({});
    }
    expect(await rows.countDocuments()).to.equal(0);
    await client.close();
    await server.close();
  });

  it('reports its progress while it reads its data, and has the same indexes afterwards', async () => {
    const options = { dir, port: 0, log: silent };
    let server = await startEmbeddedMongo(options);
    let client = await new mongoose.mongo.MongoClient(server.uri).connect();
    const rows = () => client.db().collection('rows');
    await rows().createIndex({ n: 1, tags: -1 });
    await rows().createIndex({ unique: 1 }, { unique: true });
    await rows().createIndex({ 'deep.at': 1 }, { partialFilterExpression: { 'deep.open': true } });
    const documents = Array.from({ length: 45_000 }, (_, n) => ({
      n: (n * 7919) % 1000,
      tags: n % 3 ? ['a', `t${n % 50}`] : [],
      unique: `u${(n * 104_729) % 45_000}`,
      deep: { at: new Date(n), open: n % 2 === 0 },
      text: 'not indexed',
    }));
    await rows().insertMany(documents);
    await client.close();
    await server.close();

    const shares: number[] = [];
    server = await startEmbeddedMongo({ ...options, onProgress: (share) => shares.push(share) });
    expect(shares.length).to.be.greaterThan(3);
    expect(shares).to.deep.equal([...shares].sort((a, b) => a - b));
    expect(shares.every((share) => share > 0 && share <= 1)).to.equal(true);
    client = await new mongoose.mongo.MongoClient(server.uri).connect();
    const found = await rows().find({ n: 42 }).sort({ n: 1, tags: -1 }).toArray();
    expect(found.length).to.equal(documents.filter(({ n }) => n === 42).length);
    expect(await rows().countDocuments({ 'deep.open': true, 'deep.at': { $lt: new Date(100) } })).to.equal(
      50,
    );
    const twice = await rows()
      .insertOne({ unique: 'u5' })
      .catch((error: { code: number }) => error.code);
    expect(twice).to.equal(11000);
    await client.close();
    await server.close();
  });

  it('keeps collections, indexes, drops and TTL deletions over a restart and a compaction', async () => {
    const options = { dir, port: 0, log: silent, compactBytes: 1, ttlIntervalMs: 20 };
    let server = await startEmbeddedMongo(options);
    let client = await new mongoose.mongo.MongoClient(server.uri).connect();
    const db = () => client.db();
    await db().collection('a').createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    await db().collection('a').createIndex({ n: 1 }, { unique: true });
    await db().collection('a').createIndex({ gone: 1 });
    await db().collection('a').dropIndex('gone_1');
    await db().collection('dropped').insertOne({ n: 1 });
    await db().dropCollection('dropped');
    await db().createCollection('empty');
    await db()
      .collection('a')
      .insertMany([
        { n: 1, at: new Date(0) },
        { n: 2, at: new Date(Date.now() + 1e6) },
        { n: 3, at: 'not a date' },
      ]);
    while ((await db().collection('a').countDocuments()) > 2) await sleep(10);
    for (let i = 0; i < 200; i++)
      await db()
        .collection('a')
        .updateOne({ n: 2 }, { $inc: { i: 1 } });
    await client.close();
    await server.close();
    expect((await readdir(dir)).some((name) => name.startsWith('snapshot-'))).to.equal(true);

    server = await startEmbeddedMongo(options);
    client = await new mongoose.mongo.MongoClient(server.uri).connect();
    expect((await db().listCollections().toArray()).map(({ name }) => name).sort()).to.deep.equal([
      'a',
      'empty',
    ]);
    expect((await db().collection('a').indexes()).map(({ name }) => name)).to.deep.equal([
      '_id_',
      'at_1',
      'n_1',
    ]);
    expect(
      await db()
        .collection('a')
        .find({}, { projection: { _id: 0, at: 0 }, sort: { n: 1 } })
        .toArray(),
    ).to.deep.equal([{ n: 2, i: 200 }, { n: 3 }]);
    await client.close();
    await server.close();
  });

  it('ends with the process that started it, by its IPC channel or its stdin', async () => {
    const byChannel = spawn(process.execPath, [...typeScriptArguments, main, '--memory'], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const byStdin = spawn(process.execPath, [...typeScriptArguments, main, '--memory', '--stop-with-stdin'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await Promise.all(
      [byChannel, byStdin].map((child) => once(child.stdout as NodeJS.ReadableStream, 'data')),
    );
    const ended = Promise.all([once(byChannel, 'exit'), once(byStdin, 'exit')]);
    byChannel.disconnect();
    byStdin.stdin.end();
    expect((await ended).map(([code]) => code)).to.deep.equal([0, 0]);
  });
});
