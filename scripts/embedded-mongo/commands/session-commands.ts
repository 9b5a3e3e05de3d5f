import { maxDocumentBytes } from '../bson/decode.ts';
import type { Doc } from '../bson/types.ts';
import { failures } from '../errors.ts';
import { maxMessageBytes } from '../wire/frames.ts';
import type { Command, CommandCall } from './context.ts';

/**
 * MongoDB 7.0 on its own. The driver refuses less than wire version 9 and sends its bulkWrite command, which is not
 * here, from 25 on. No topologyVersion: with one, the driver expects streamed responses to hello, and without them it
 * drops all its connections every 10 s ("Server ended moreToCome unexpectedly").
 */
const wireVersion = 21;
const version = '7.0.0';

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
  run: (call) => helloReply(call),
};

const helloReply = ({ name }: CommandCall): Doc => ({
  [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: true,
  helloOk: true,
  // By this, production refuses it in every process.
  embedded: true,
  maxBsonObjectSize: maxDocumentBytes,
  maxMessageSizeBytes: maxMessageBytes,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: 1,
  minWireVersion: 0,
  maxWireVersion: wireVersion,
  readOnly: false,
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
