import { expect } from 'chai';
import mongoose from 'mongoose';
import { startEmbeddedMongo } from '../../../../scripts/embedded-mongo/index.ts';
import { ConfigError } from '../../../../shared/config/load.ts';
import { openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { getHosts } from '../../../../shared/mongodb/connect.ts';
import { freshDatabase } from '../../../support/backends.ts';

const log = silentLogger();
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('expected a rejection'),
    (error: unknown) => error as Error,
  );

describe('the connection to MongoDB', () => {
  it('uses our write concern, read preference and time-outs, whatever the address says', async () => {
    const [address, query = ''] = (await freshDatabase()).split('?');
    const theirs =
      'w=1&journal=false&wtimeoutMS=1&readPreference=secondaryPreferred&readConcernLevel=majority&socketTimeoutMS=1&serverSelectionTimeoutMS=1&maxPoolSize=1&retryReads=false';
    const uri = `${address}?${query}&${theirs}`;
    const database = await openDatabase({ uri, log, selectionMs: 5000 });
    const { options } = database.connection.getClient();
    const { writeConcern, readConcern, readPreference } = options;
    await database.close();
    expect(writeConcern).to.include({ w: 'majority', journal: true, wtimeoutMS: 10_000 });
    expect(readConcern?.level).to.equal('local');
    expect(readPreference?.mode).to.equal('primary');
    expect(options).to.include({
      socketTimeoutMS: 20_000,
      serverSelectionTimeoutMS: 5000,
      maxPoolSize: 50,
      minPoolSize: 5,
      maxConnecting: 8,
      retryReads: true,
      retryWrites: true,
    });
  });

  it('is refused to the embedded database in production, by what it says it is', async function () {
    if (process.env.MONGODB_URI) return this.skip();
    const uri = await freshDatabase();
    const error = await failure(openDatabase({ uri, log, selectionMs: 5000, production: true }));
    expect(error).to.be.instanceOf(ConfigError);
    expect(error.message).to.match(/^MONGODB_URI names the embedded database/);
  });

  it('polls the embedded database, which streams no hello', async function () {
    if (process.env.MONGODB_URI) return this.skip();
    const database = await openDatabase({ uri: await freshDatabase(), log, selectionMs: 5000 });
    const hello = await database.connection.db!.command({ hello: 1 });
    await database.close();
    expect(hello).to.include({ embedded: true }).and.not.have.property('topologyVersion');
  });

  it('fails at once with a line that names MONGODB_URI for an address that the driver refuses', async () => {
    const uri = 'mongodb://user:secret@127.0.0.1:1/render?replicaSett=rs0';
    const error = await failure(openDatabase({ uri, log, selectionMs: 100 }));
    expect(error).to.be.instanceOf(ConfigError);
    expect(error.message)
      .to.match(/^MONGODB_URI: .*127\.0\.0\.1:1/)
      .and.not.include('secret');
  });

  it('fails at once with one line that names MONGODB_URI and the role for a user without rights', async () => {
    const quiet = { info: () => undefined, error: () => undefined };
    const server = await startEmbeddedMongo({ dir: null, port: 0, log: quiet, testCommands: true });
    const control = await new mongoose.mongo.MongoClient(server.uri).connect();
    const data = { failCommands: ['find'], errorCode: 13 };
    await control.db('admin').command({ configureFailPoint: 'failCommand', mode: 'alwaysOn', data });
    const error = await failure(openDatabase({ uri: server.uri, log, selectionMs: 5000 }));
    await control.close();
    await server.close();
    expect(error).to.be.instanceOf(ConfigError);
    expect(error.message).to.match(
      /^MONGODB_URI: 127\.0\.0\.1:\d+ refused it: .*role readWrite on the database/,
    );
  });

  it('names hosts without credentials', () => {
    expect(getHosts('mongodb://u:p%40ss@a:1,b:2/render?replicaSet=rs')).to.equal('a:1,b:2');
    expect(getHosts('mongodb+srv://u:p@cluster.example.net/render')).to.equal('cluster.example.net');
  });
});
