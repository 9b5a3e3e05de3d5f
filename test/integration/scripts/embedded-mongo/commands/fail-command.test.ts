import { expect } from 'chai';
import mongoose from 'mongoose';
import { type EmbeddedMongo, startEmbeddedMongo } from '../../../../../scripts/embedded-mongo/index.ts';
import { silent, toFailure } from '../connect.ts';

const { MongoClient, MongoNetworkError, MongoServerError, MongoWriteConcernError } = mongoose.mongo;

interface Failure {
  code?: number;
  codeName?: string;
  errorLabels: string[];
}

describe('embedded database: failCommand', () => {
  let server: EmbeddedMongo;
  let client: mongoose.mongo.MongoClient;
  let control: mongoose.mongo.MongoClient;
  before(async () => {
    server = await startEmbeddedMongo({ dir: null, port: 0, log: silent, testCommands: true });
    client = await new MongoClient(server.uri, { appName: 'worker', retryReads: false }).connect();
    control = await new MongoClient(server.uri, { appName: 'control' }).connect();
  });
  afterEach(() => configure('off'));
  after(async () => {
    await Promise.all([client.close(), control.close()]);
    await server.close();
  });

  const configure = (mode: unknown, data?: object) =>
    control.db('admin').command({ configureFailPoint: 'failCommand', mode, ...(data && { data }) });
  const things = () => client.db('test').collection<{ _id: number }>('things');
  const failed = async (work: Promise<unknown>) => (await toFailure(work)) as unknown as Failure & Error;
  const outcomes = async (times: number): Promise<string[]> => {
    const found: string[] = [];
    for (let n = 0; n < times; n++) {
      found.push(
        await things()
          .findOne({})
          .then(
            () => 'ok',
            () => 'failed',
          ),
      );
    }
    return found;
  };

  const find = { failCommands: ['find'], errorCode: 2 };

  it('sends the code with its name and exactly the labels given', async () => {
    await configure('alwaysOn', {
      failCommands: ['insert'],
      errorCode: 10107,
      errorLabels: ['RetryableWriteError'],
    });
    const error = await failed(things().insertOne({ _id: 1 }));
    expect(error).to.be.instanceOf(MongoServerError);
    expect(error).to.include({ code: 10107, codeName: 'NotWritablePrimary' });
    expect(error.errorLabels).to.include('RetryableWriteError');
    await configure('off');
    expect(await things().countDocuments({})).to.equal(0);
  });

  it('fails only the commands named', async () => {
    await configure('alwaysOn', { failCommands: ['insert', 'update'], errorCode: 91 });
    expect(await outcomes(1)).to.deep.equal(['ok']);
    expect((await failed(things().updateOne({}, { $set: { a: 1 } }))).code).to.equal(91);
  });

  it('fails the next n, or all after n', async () => {
    await configure({ times: 2 }, find);
    expect(await outcomes(3)).to.deep.equal(['failed', 'failed', 'ok']);
    await configure({ skip: 1 }, find);
    expect(await outcomes(3)).to.deep.equal(['ok', 'failed', 'failed']);
    await configure('off');
    expect(await outcomes(1)).to.deep.equal(['ok']);
  });

  it('replies with the number of commands that were failed until then', async () => {
    await configure('alwaysOn', find);
    await outcomes(3);
    expect(await configure('off')).to.include({ count: 3 });
    expect(await configure('off')).to.include({ count: 0 });
  });

  it('fails the commands of one client by the name of its application', async () => {
    await configure('alwaysOn', { ...find, appName: 'control' });
    expect(await outcomes(1)).to.deep.equal(['ok']);
    await configure('alwaysOn', { ...find, appName: 'worker' });
    expect(await outcomes(1)).to.deep.equal(['failed']);
    expect(await control.db('test').collection('things').findOne({})).to.equal(null);
  });

  it('closes the connection without a reply, before the command has run', async () => {
    await configure({ times: 1 }, { failCommands: ['insert'], closeConnection: true });
    expect(await failed(things().insertOne({ _id: 2 }))).to.be.instanceOf(MongoNetworkError);
    expect(await things().countDocuments({ _id: 2 })).to.equal(0);
  });

  it('blocks a command before it runs or fails, and no other', async () => {
    await configure({ times: 1 }, { ...find, blockConnection: true, blockTimeMS: 2000 });
    const order: string[] = [];
    const blocked = outcomes(1).then(([outcome]) => order.push(outcome!));
    const other = things()
      .countDocuments({})
      .then(() => order.push('other'));
    await Promise.all([blocked, other]);
    expect(order).to.deep.equal(['other', 'failed']);
  });

  it('runs a write and adds the write concern error to its reply', async () => {
    const writeConcernError = {
      code: 91,
      codeName: 'ShutdownInProgress',
      errmsg: 'stopping',
      errorLabels: ['RetryableWriteError'],
    };
    await configure('alwaysOn', { failCommands: ['insert', 'find'], writeConcernError });
    const error = await failed(things().insertOne({ _id: 3 }));
    expect(error).to.be.instanceOf(MongoWriteConcernError);
    expect(error.code).to.equal(91);
    expect(await things().findOne({ _id: 3 })).to.deep.equal({ _id: 3 });
  });

  const refused: [title: string, mode: unknown, data: object | undefined, code: number][] = [
    ['an unknown mode', 'sometimes', find, 2],
    ['a fraction of a time', { times: 1.5 }, find, 2],
    ['no commands', 'alwaysOn', { errorCode: 2 }, 40414],
    ['a field that is not implemented', 'alwaysOn', { ...find, threadName: 'x' }, 238],
    ['a code that is not a number', 'alwaysOn', { ...find, errorCode: 'NotWritablePrimary' }, 14],
    ['blocking without a time', 'alwaysOn', { ...find, blockConnection: true }, 72],
  ];
  for (const [title, mode, data, code] of refused) {
    it(`refuses ${title}`, async () => expect((await failed(configure(mode, data))).code).to.equal(code));
  }

  it('refuses other fail points, and other databases than admin', async () => {
    const other = { configureFailPoint: 'failGetMoreAfterCursorCheckout', mode: 'off' };
    expect((await failed(control.db('admin').command(other))).code).to.equal(2);
    const elsewhere = { configureFailPoint: 'failCommand', mode: 'off' };
    expect((await failed(control.db('test').command(elsewhere))).code).to.equal(13);
  });

  it('does not exist without the start option for tests', async () => {
    const plain = await startEmbeddedMongo({ dir: null, port: 0, log: silent });
    const other = await new MongoClient(plain.uri).connect();
    const command = { configureFailPoint: 'failCommand', mode: 'alwaysOn', data: find };
    expect((await failed(other.db('admin').command(command))).code).to.equal(59);
    await other.close();
    await plain.close();
  });
});
