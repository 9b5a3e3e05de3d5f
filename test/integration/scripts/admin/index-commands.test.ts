import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { prepareIndexes } from '../../../../shared/mongodb/indexes/prepare-indexes.ts';
import { type Ran, runAdmin } from '../../../support/admin.ts';
import { freshDatabase } from '../../../support/backends.ts';

describe('npm run admin -- indexes', () => {
  let dataDir: string;
  let uri: string;
  let database: Database;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    uri = await freshDatabase();
    database = await openDatabase({ uri, log: silentLogger(), selectionMs: 5000 });
  });
  afterEach(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function admin(...args: string[]): Promise<Ran> {
    const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, MONGODB_URI: uri };
    return runAdmin(args, env);
  }
  const raw = (name: string) => database.connection.db!.collection<{ _id: string }>(name);
  const toNames = async (name: string) => (await raw(name).indexes()).map((index) => index.name);

  it('apply builds what is missing over documents, says what it builds, and finds nothing to do afterwards', async () => {
    await raw('stores').insertMany([{ _id: 'str_1', slug: 'a', hosts: ['a.example'] }] as never[]);
    const { code, stdout, stderr } = await admin('indexes', 'apply');
    expect(code, stderr).to.equal(0);
    expect(stdout).to.match(/^Built .*stores\.slug_1, stores\.hosts_1/);
    expect(stderr).to.match(
      /^building stores: slug_1, hosts_1, account_1_createdAt_1__id_1, feed\.nextAt_1$/m,
    );
    expect(await toNames('stores')).to.include.members(['slug_1', 'hosts_1', 'account_1_createdAt_1__id_1']);
    const again = JSON.parse((await admin('indexes', 'apply', '--json')).stdout);
    expect(again).to.deep.equal({ built: [], different: [], unused: [] });
  });

  it('are built in a new database by the first command that writes, so that the platform starts on it', async () => {
    const made = await admin('account', 'create', '--name', 'First', '--credits', '1');
    expect(made.code, made.stderr).to.equal(0);
    const person = await admin('person', 'add', '--email', 'ada@example.com', '--operator');
    expect(person.code, person.stderr).to.equal(0);
    await prepareIndexes(database, { build: false, log: silentLogger() });
    expect(await toNames('ledger')).to.have.length.above(1);
  });

  it('apply names the collection and the value that is saved twice where it must be unique', async () => {
    const stores = ['str_1', 'str_2'].map((_id) => ({ _id, slug: 'twice', hosts: [_id] }));
    await raw('stores').insertMany(stores as never[]);
    const { code, stderr } = await admin('indexes', 'apply', '--json');
    expect(code).to.equal(1);
    expect(JSON.parse(stderr).error).to.match(/^stores has a value twice that must be unique: .*"twice"/);
  });

  it('apply leaves an index with other options, names it and exits with 2; drop and apply replace it', async () => {
    await raw('events').createIndex({ keepUntil: 1 }, { expireAfterSeconds: 3600 });
    const { code, stdout, stderr } = await admin('indexes', 'apply', '--json');
    expect(code).to.equal(2);
    expect(JSON.parse(stdout).different).to.deep.equal([{ collection: 'events', name: 'keepUntil_1' }]);
    expect(JSON.parse(stderr).error).to.match(
      /^events\.keepUntil_1 exists with other options .* indexes drop --collection events --name keepUntil_1, then indexes apply\.$/,
    );
    const drop = ['indexes', 'drop', '--collection', 'events', '--name', 'keepUntil_1'];
    expect((await admin(...drop)).stdout).to.equal('Dropped events.keepUntil_1.\n');
    expect((await admin('indexes', 'apply')).stdout).to.equal('Built events.keepUntil_1.\n');
    const { code: refused, stderr: reason } = await admin(...drop);
    expect([refused, reason]).to.deep.equal([1, 'events.keepUntil_1 is needed by this release.\n']);
  });

  it('show lists every index with its state', async () => {
    await raw('accounts').createIndex({ createdAt: 1 });
    await raw('apiKeys').createIndex({ hash: 1 }, { unique: true });
    const { indexes } = JSON.parse((await admin('indexes', 'show', '--json')).stdout);
    expect(indexes).to.deep.include({ collection: 'accounts', name: 'createdAt_1', state: 'unused' });
    expect(indexes).to.deep.include({ collection: 'accounts', name: 'credits.held_1', state: 'missing' });
    expect(indexes).to.deep.include({ collection: 'apiKeys', name: 'hash_1', state: 'present' });
    expect(indexes).to.have.length(database.indexes.length + 1);
  });

  it('are not built by commands that only read', async () => {
    await raw('accounts').insertOne({ _id: 'acc_1' });
    const { code, stderr } = await admin('store', 'list');
    expect(code, stderr).to.equal(0);
    expect(await toNames('accounts')).to.deep.equal(['_id_']);
  });
});
