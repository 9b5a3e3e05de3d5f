import { expect } from 'chai';
import mongoose from 'mongoose';
import {
  isBackendUnavailable,
  isDuplicateKey,
  outageCodes,
} from '../../../../shared/mongodb/database-errors.ts';

const { MongoServerError, MongoBulkWriteError, MongoNetworkError, MongoWriteConcernError } = mongoose.mongo;
const { MongoServerSelectionError } = mongoose.mongo;

type BulkCause = ConstructorParameters<typeof MongoBulkWriteError>[0];

/** The error of a bulk write, with the part of its result that is read. */
const bulk = (cause: unknown, concern?: { code: number; errmsg: string }) => {
  const result = { getWriteConcernError: () => concern };
  return new MongoBulkWriteError(cause as BulkCause, result as unknown as mongoose.mongo.BulkWriteResult);
};

const serverError = (code: number, errorLabels: string[] = []) =>
  new MongoServerError({ message: 'no', code, errorLabels });

const selectionError = () =>
  new MongoServerSelectionError('no server', {} as mongoose.mongo.TopologyDescription);

describe('errors of an outage of the database', () => {
  for (const [code, name] of Object.entries(outageCodes)) {
    it(`are server errors with the code ${code} ${name}, alone and in a bulk write`, () => {
      expect(isBackendUnavailable(serverError(Number(code)))).to.equal(true);
      expect(isBackendUnavailable(bulk({ message: 'no', code: Number(code) }))).to.equal(true);
      const writeErrors = [
        { code: 11000, index: 0 },
        { code: Number(code), index: 1 },
      ];
      expect(isBackendUnavailable(bulk({ message: 'no', code: 11000, writeErrors }))).to.equal(true);
    });
  }

  for (const label of ['RetryableWriteError', 'RetryableError']) {
    it(`are server errors with the label ${label}, whatever their code`, () => {
      expect(isBackendUnavailable(serverError(99_999, [label]))).to.equal(true);
    });
  }

  it('are errors of the client: network, selection of a server, closed connections', () => {
    for (const error of [
      new MongoNetworkError('reset'),
      selectionError(),
      new mongoose.mongo.MongoTopologyClosedError(),
      new mongoose.mongo.MongoNotConnectedError('closed'),
    ])
      expect(isBackendUnavailable(error), error.name).to.equal(true);
  });

  it('are recognised in a bulk write, which the driver wraps', () => {
    expect(isBackendUnavailable(bulk(selectionError()))).to.equal(true);
    expect(isBackendUnavailable(bulk(new MongoNetworkError('reset')))).to.equal(true);
    expect(isBackendUnavailable(bulk(serverError(189)))).to.equal(true);
  });

  it('are write concern errors, alone and in a bulk write beside a duplicate key', () => {
    const writeConcernError = { code: 64, errmsg: 'waiting for replication timed out' };
    const single = new MongoWriteConcernError({ ok: 1, writeConcernError });
    expect(isBackendUnavailable(single)).to.equal(true);
    const duplicate = { message: 'duplicate', code: 11000, writeErrors: [{ code: 11000, index: 0 }] };
    expect(isBackendUnavailable(bulk(duplicate, writeConcernError))).to.equal(true);
  });

  it('are not mistakes: a duplicate key, a refused document, a defect of ours', () => {
    const duplicate = { message: 'duplicate', code: 11000, writeErrors: [{ code: 11000, index: 0 }] };
    for (const error of [
      serverError(11000),
      serverError(121),
      serverError(2),
      bulk(duplicate),
      new TypeError('x'),
    ])
      expect(isBackendUnavailable(error), String(error)).to.equal(false);
    expect(isDuplicateKey(serverError(11000))).to.equal(true);
    expect(isDuplicateKey(bulk(duplicate))).to.equal(true);
    expect(isDuplicateKey(serverError(189))).to.equal(false);
  });
});
