import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { copyDatabase } from '../../../../scripts/admin/database-copy/copy-database.ts';
import { type EmbeddedMongo, startEmbeddedMongo } from '../../../../scripts/embedded-mongo/index.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { type Ran, runAdmin } from '../../../support/admin.ts';

const { Double, Int32, Long } = mongoose.mongo;
const log = { info: () => undefined, error: () => undefined };

describe('npm run admin -- database copy', () => {
  let dataDir: string;
  let source: EmbeddedMongo;
  let target: EmbeddedMongo;
  let from: Database;
  let to: Database;
  const memory = () => startEmbeddedMongo({ dir: null, port: 0, log });
  const toUri = ({ port }: EmbeddedMongo) => `mongodb://127.0.0.1:${port}/render?directConnection=true`;
  const open = (server: EmbeddedMongo) =>
    openDatabase({ uri: toUri(server), log: silentLogger(), selectionMs: 5000 });

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    [source, target] = await Promise.all([memory(), memory()]);
    [from, to] = await Promise.all([open(source), open(target)]);
  });
  afterEach(async () => {
    await Promise.all([from.close(), to.close()]);
    await Promise.all([source.close(), target.close()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  async function admin(change: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> {
    const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, ...change };
    return runAdmin(['database', 'copy', ...args], env);
  }
  const copy = (...args: string[]) =>
    admin({ MONGODB_URI: toUri(source) }, '--to', toUri(target), '--json', ...args);
  const raw = ({ connection }: Database, name: string) => connection.db!.collection<{ _id: string }>(name);
  const copyHere = (onCopied: (name: string) => void = () => undefined) =>
    copyDatabase({ from: toUri(source), to: toUri(target), onCopied });

  /** 450 events with every number type and a date, all indexes, and an installation without running processes. */
  async function fill(database: Database): Promise<void> {
    await database.ensureIndexes();
    const events = Array.from({ length: 450 }, (_, n) => ({
      _id: `evt_${n}`,
      int: new Int32(n),
      double: new Double(n),
      long: Long.fromNumber(n),
      at: new Date(n),
      keepUntil: new Date(Date.now() + 1e9),
      nested: { list: [n, null, { text: 'ü' }] },
    }));
    await raw(database, 'events').insertMany(events);
    const installation = { _id: 'installation' as const, id: 'inst_1', pairedAt: new Date(), members: {} };
    await database.installations.create(installation);
  }

  it('copies documents with their types, and indexes, and prints equal counts and hashes', async () => {
    await fill(from);
    const { code, stdout, stderr } = await copy();
    expect(code, stderr).to.equal(0);
    const { equal, collections } = JSON.parse(stdout);
    expect(equal).to.equal(true);
    expect(collections.map(({ collection }: { collection: string }) => collection)).to.include.members([
      'accounts',
      'events',
      'installations',
    ]);
    const events = collections.find(({ collection }: { collection: string }) => collection === 'events');
    expect(events.source).to.deep.equal(events.target);
    expect(events.target.documents).to.equal(450);
    for (const [field, type] of [
      ['int', 'int'],
      ['double', 'double'],
      ['long', 'long'],
    ]) {
      expect(await raw(to, 'events').countDocuments({ [field!]: { $type: type! } }), field).to.equal(450);
    }
    expect(await raw(to, 'renders').indexes()).to.deep.equal(await raw(from, 'renders').indexes());
    await to.ensureIndexes();
    expect((await to.installations.findOne().lean())!.id).to.equal('inst_1');
  });

  it('continues an interrupted copy, follows changes of the source, and makes an unfinished one unusable', async () => {
    await fill(from);
    const interrupted = copyHere((name) => {
      if (name === 'events') throw new Error('connection lost');
    });
    expect(await interrupted.catch((error: Error) => error.message)).to.equal('connection lost');
    expect(await raw(to, 'events').countDocuments()).to.equal(450);
    expect(await to.installations.countDocuments()).to.equal(0);

    await raw(from, 'events').deleteMany({ _id: { $in: ['evt_0', 'evt_300', 'evt_99'] } });
    await raw(from, 'events').updateOne({ _id: 'evt_5' }, { $set: { int: new Int32(-1) } });
    for (let repeat = 0; repeat < 2; repeat++) {
      expect((await copyHere()).filter(({ equal }) => !equal)).to.deep.equal([]);
      expect(await raw(to, 'events').countDocuments()).to.equal(447);
      expect(await raw(to, 'events').countDocuments({ _id: 'evt_5', int: -1 })).to.equal(1);
    }
  });

  it('exits with 2 and leaves the target unusable when the two differ', async () => {
    await fill(from);
    // Numbers come before strings: after a page of them, `_id: { $gt: 200 }` matches no string.
    const numbered = Array.from({ length: 201 }, (_, n) => ({ _id: n as unknown as string }));
    await raw(from, 'odd').insertMany([...numbered, { _id: 'text' }]);
    const { code, stdout, stderr } = await copy();
    expect([code, JSON.parse(stdout).equal]).to.deep.equal([2, false]);
    expect(JSON.parse(stderr).error).to.match(/^The copy differs/);
    const different = JSON.parse(stdout).collections.filter(({ equal }: { equal: boolean }) => !equal);
    const names = different.map(({ collection }: { collection: string }) => collection);
    expect(names).to.deep.equal(['installations', 'odd']);
    expect(await to.installations.countDocuments()).to.equal(0);
  });

  it('refuses a target that is the source, has other data, or is in use, and a source that is in use', async () => {
    await fill(from);
    const failure = (uri: string) =>
      copyDatabase({ from: toUri(source), to: uri, onCopied: () => undefined }).then(
        () => 'copied',
        (error: Error) => error.message,
      );
    expect(await failure(toUri(source))).to.match(/^The target is the source/);
    expect(await failure(toUri(source).replace('127.0.0.1', 'localhost'))).to.match(/^The target is the so/);
    await raw(to, 'other').insertOne({ _id: 'x' });
    expect(await failure(toUri(target))).to.match(/^The target holds other data \(collection other\)/);
    await raw(to, 'other').deleteOne({ _id: 'x' });

    const member = { $set: { 'members.proc_1': new Date(Date.now() + 15_000) } };
    await from.installations.updateOne({}, member);
    expect(await failure(toUri(target))).to.match(/^1 processes run with the source: stop/);
    await from.installations.updateOne({}, { $unset: { members: 1 } });

    expect(await failure(toUri(target))).to.equal('copied');
    await to.installations.updateOne({}, member);
    await raw(to, 'events').insertOne({ _id: 'newer' });
    expect(await failure(toUri(target))).to.match(/^Processes have started with the target/);
    expect(await raw(to, 'events').countDocuments({ _id: 'newer' })).to.equal(1);
    await from.installations.updateOne({}, { $set: { id: 'inst_2' } });
    expect(await failure(toUri(target))).to.match(/copy of another installation/);
  });

  it('starts the embedded database of DATA_DIR by itself, which must not be in use', async () => {
    const noUri = { MONGODB_URI: '' };
    const missing = await admin(noUri, '--to', toUri(target));
    expect([missing.code, missing.stderr]).to.deep.equal([
      1,
      `There is no embedded database in ${join(dataDir, 'embedded-mongo')}: set DATA_DIR or MONGODB_URI.\n`,
    ]);
    const kept = await startEmbeddedMongo({ dir: join(dataDir, 'embedded-mongo'), port: 0, log });
    const database = await open(kept);
    await fill(database);
    const inUse = await admin(noUri, '--to', toUri(target));
    expect(inUse.code).to.equal(1);
    expect(inUse.stderr).to.match(/If npm start runs with .*embedded-mongo, stop it first/);
    await database.close();
    await kept.close();
    const { code, stdout, stderr } = await admin(noUri, '--to', toUri(target));
    expect(code, stderr).to.equal(0);
    expect(stdout).to.match(/\nevents +450 +450 +\d+ +\d+ +(\w{12}) +\1 +equal\n/);
    expect(stdout).to.match(/set MONGODB_URI to the database at 127\.0\.0\.1/);
    const noName = await admin(noUri, '--to', 'mongodb://127.0.0.1:1', '--json');
    expect(JSON.parse(noName.stderr).error).to.match(/^"?--to"? has no database name/);
  });
});
