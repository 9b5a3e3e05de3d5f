import { setTimeout as sleep } from 'node:timers/promises';
import { Long, ObjectId } from 'bson';
import { maxDocumentBytes } from '../bson/decode.ts';
import type { Doc } from '../bson/types.ts';
import { failures } from '../errors.ts';
import { maxMessageBytes } from '../wire/frames.ts';
import type { Command, CommandCall } from './context.ts';

/**
 * MongoDB 7.0 on its own. The driver refuses less than wire version 9 and sends its bulkWrite command, which is not
 * here, from 25 on.
 */
const wireVersion = 21;
const version = '7.0.0';

/** Of this process; it never changes, because a server on its own never changes its role. */
const topologyVersion = { processId: new ObjectId(), counter: Long.ZERO };
const maxAwaitMs = 10_000;

/** A monitor that knows the topology version asks to be answered when it changes, or after its time. */
async function untilChanged({ body }: CommandCall): Promise<void> {
  const awaitMs = Math.min(Number(body.maxAwaitTimeMS), maxAwaitMs);
  if (body.topologyVersion && awaitMs > 0) await sleep(awaitMs, undefined, { ref: false });
}

const hello: Command = {
  options: [
    'helloOk',
    'client',
    'compression',
    'saslSupportedMechs',
    'speculativeAuthenticate',
    'topologyVersion',
    'maxAwaitTimeMS',
    'loadBalanced',
    'backpressure',
  ],
  run: (call) =>
    call.body.topologyVersion ? untilChanged(call).then(() => helloReply(call)) : helloReply(call),
};

const helloReply = ({ name }: CommandCall): Doc => ({
  [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: true,
  helloOk: true,
  maxBsonObjectSize: maxDocumentBytes,
  maxMessageSizeBytes: maxMessageBytes,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: 1,
  minWireVersion: 0,
  maxWireVersion: wireVersion,
  readOnly: false,
  topologyVersion,
  ok: 1,
});

const ok: Command['run'] = () => ({ ok: 1 });

const buildInfo: Command = {
  options: [],
  run: () => ({
    version,
    versionArray: [7, 0, 0, 0],
    gitVersion: 'embedded-development-database',
    modules: ['embedded-development-database'],
    bits: 64,
    maxBsonObjectSize: maxDocumentBytes,
    ok: 1,
  }),
};

const parameters: Doc = { featureCompatibilityVersion: { version: '7.0' } };

/** There are no parameters to set; the one that tools read is returned, others are MongoDB's "no option found". */
const getParameter: Command = {
  options: Object.keys(parameters),
  run({ body }) {
    const asked = Object.keys(parameters).filter((name) => body[name]);
    if (asked.length === 0) throw failures.badValue('no option found to get');
    return { ...Object.fromEntries(asked.map((name) => [name, parameters[name]])), ok: 1 };
  },
};

const connectionStatus: Command = {
  options: ['showPrivileges'],
  run: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] }, ok: 1 }),
};

const transactionEnd: Command = {
  options: [],
  run() {
    throw failures.transactionsUnsupported();
  },
};

export const sessionCommands: Record<string, Command> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: { options: [], run: ok },
  buildInfo,
  buildinfo: buildInfo,
  getParameter,
  connectionStatus,
  endSessions: { options: [], run: ok },
  refreshSessions: { options: [], run: ok },
  commitTransaction: transactionEnd,
  abortTransaction: transactionEnd,
};
