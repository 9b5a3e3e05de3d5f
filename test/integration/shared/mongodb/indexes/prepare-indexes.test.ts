import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import sinon from 'sinon';
import { typeScriptArguments } from '../../../../../scripts/typescript/arguments.ts';
import { ConfigError } from '../../../../../shared/config/load.ts';
import { type Database, openDatabase } from '../../../../../shared/database/database.ts';
import { silentLogger } from '../../../../../shared/log.ts';
import { prepareIndexes } from '../../../../../shared/mongodb/indexes/prepare-indexes.ts';
import { readIndexes } from '../../../../../shared/mongodb/indexes/read-indexes.ts';
import { freshDatabase, freshPrefix, redisUrl } from '../../../../support/backends.ts';

describe('the indexes at the start of a process', () => {
  let database: Database;
  let uri: string;
  const log = silentLogger();
  const warn = sinon.spy(log, 'warn');
  const start = (build = false) => prepareIndexes(database, { build, log });
  const raw = (name: string) => database.connection.db!.collection<{ _id: string }>(name);
  const comparison = () => readIndexes(database.connection, database.indexes);

  beforeEach(async () => {
    warn.resetHistory();
    uri = await freshDatabase();
    database = await openDatabase({ uri, log, selectionMs: 5000 });
  });
  afterEach(() => database.close());

  it('are created in an empty database, by several processes at once', async () => {
    await Promise.all([start(), start(), start()]);
    const { present, missing, different, unused } = await comparison();
    expect(present).to.deep.equal(database.indexes).and.have.length.greaterThan(25);
    expect([missing, different, unused]).to.deep.equal([[], [], []]);
    expect(warn.callCount).to.equal(0);
  });

  it('are created in an empty collection beside filled ones', async () => {
    await raw('deliveries').insertOne({ _id: 'str_1' });
    await start();
    expect((await comparison()).missing).to.deep.equal([]);
  });

  it('are not built over documents: one warning names those that are missing, with the command', async () => {
    await start();
    await raw('events').insertOne({ _id: 'evt_1' });
    await raw('events').dropIndexes();
    await start();
    expect(warn.callCount).to.equal(1);
    const [fields, message] = warn.firstCall.args as unknown as [{ missing: string[] }, string];
    expect(fields.missing).to.include('events.store_1_anonymousId_1_receivedAt_-1').and.have.length(5);
    expect(message).to.match(/npm run admin -- indexes apply$/);
    expect(await raw('events').indexes()).to.have.length(1);
  });

  it('stop the start when a unique one is missing over documents', async () => {
    await start();
    await raw('stores').insertOne({ _id: 'str_1' });
    await raw('stores').dropIndexes();
    const error = await start().catch((failure: unknown) => failure as Error);
    expect(error).to.be.instanceOf(ConfigError);
    expect((error as Error).message).to.match(
      /^MongoDB lacks the unique indexes stores\.slug_1, stores\.hosts_1, .* run npm run admin -- indexes apply\.$/,
    );
  });

  for (const [service, entry] of [
    ['api', 'api/main.ts'],
    ['worker', 'workers/main.ts'],
  ] as const) {
    it(`let a process end with one line that names the unique one it lacks, and the command: ${service}`, async () => {
      await raw('apiKeys').insertOne({ _id: 'key_1' });
      const dir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
      const env = {
        ...{
          PATH: process.env.PATH,
          NODE_ENV: 'test',
          DATA_DIR: dir,
          PORT: '0',
          QUEUE_PREFIX: freshPrefix(),
        },
        ...{ REDIS_URL: await redisUrl(), MONGODB_URI: uri, RENDER_PROVIDERS: 'local' },
      };
      const ended = promisify(execFile)(process.execPath, [...typeScriptArguments, entry], { env });
      const { code, stderr } = await ended.then(
        () => expect.fail('the process started'),
        (failure: { code: number; stderr: string }) => failure,
      );
      await rm(dir, { recursive: true, force: true });
      expect({ code, stderr }).to.deep.equal({
        code: 1,
        stderr: `${service}: MongoDB lacks the unique index apiKeys.hash_1, without which a value could be saved twice; run npm run admin -- indexes apply.\n`,
      });
    });
  }

  it('stop the start when an index with the name of a unique one is not unique', async () => {
    await raw('apiKeys').createIndex({ hash: 1 });
    const error = await start().catch((failure: unknown) => failure as Error);
    expect((error as Error).message).to.match(/^MongoDB lacks the unique index apiKeys\.hash_1,/);
  });

  it('are named in the warning when one exists with other options', async () => {
    await raw('events').createIndex({ keepUntil: 1 }, { expireAfterSeconds: 3600 });
    await start();
    expect(warn.firstCall.args[0]).to.deep.equal({ missing: ['events.keepUntil_1'] });
  });

  it('are built over documents where the database belongs to one person', async () => {
    await raw('stores').insertMany([{ _id: 'str_1', slug: 'a', hosts: ['a'] }] as never[]);
    await start(true);
    expect((await comparison()).missing).to.deep.equal([]);
    expect(warn.callCount).to.equal(0);
  });
});
