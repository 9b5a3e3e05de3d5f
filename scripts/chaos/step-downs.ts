import mongoose from 'mongoose';
import { sleep } from './clock.ts';
import type { PlannedFault, StepDown } from './schedule.ts';

const { MongoClient } = mongoose.mongo;

const dataCommands = [
  ...['find', 'getMore', 'aggregate', 'count', 'distinct'],
  ...['insert', 'update', 'delete', 'findAndModify', 'createIndexes'],
];
const errorLabels = ['RetryableWriteError'];
const unconfirmed = { code: 189, codeName: 'PrimarySteppedDown', errmsg: 'stepped down', errorLabels };

/** Replies of a replica set member that stops being the primary, or shuts down. */
const failures: Record<StepDown, object> = {
  'not-writable-primary': { errorCode: 10107, errorLabels },
  interrupted: { errorCode: 11602, errorLabels },
  'primary-stepped-down': { errorCode: 189, errorLabels },
  shutdown: { errorCode: 91, errorLabels },
  closed: { closeConnection: true },
  // The write is applied, and the reply says that its outcome is unknown.
  unconfirmed: { writeConcernError: unconfirmed },
};

const timeoutMs = 5_000;

/**
 * Makes the embedded database reply as during a step-down, by MongoDB's fail point `failCommand`. In every other one
 * the election takes effect in the middle of a burst of commands: the first are served.
 */
export async function stepDown(port: number, fault: PlannedFault): Promise<void> {
  const options = { serverSelectionTimeoutMS: timeoutMs, socketTimeoutMS: timeoutMs, directConnection: true };
  const client = await new MongoClient(`mongodb://127.0.0.1:${port}`, options).connect();
  const configure = (mode: unknown, data?: object) =>
    client.db('admin').command({ configureFailPoint: 'failCommand', mode, ...(data && { data }) });
  try {
    const mode = fault.target % 2 === 0 ? 'alwaysOn' : { skip: fault.bytes % 50 };
    await configure(mode, { failCommands: dataCommands, ...failures[fault.stepDown] });
    await sleep(fault.lastsMs);
    await configure('off');
  } finally {
    await client.close();
  }
}
