import { setTimeout as sleep } from 'node:timers/promises';
import { decodeDocument } from '../bson/decode.ts';
import { type Doc, isDoc, typeName } from '../bson/types.ts';
import { failures, MongoFailure } from '../errors.ts';
import type { Reply } from '../wire/connection.ts';

/**
 * MongoDB's fail point `failCommand`, by which tests make a server behave as during a step-down, a restart or an outage:
 * https://github.com/mongodb/mongo/wiki/The-%22failCommand%22-fail-point
 */

/** The client of a command. */
export interface Peer {
  /** From the handshake; undefined before it. */
  appName: string | undefined;
  /** Ends the connection without a reply. */
  readonly disconnect: () => void;
}

/** Number of matching commands that a fail point skips, and number that it then affects. */
interface Mode {
  skip: number;
  times: number;
}

const modes: Record<string, Mode> = {
  off: { skip: 0, times: 0 },
  alwaysOn: { skip: 0, times: Number.POSITIVE_INFINITY },
};

function count(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw failures.badValue(`'${name}' of a fail point's mode must be a whole number of at least 0`);
}

/** @throws BadValue for anything but `'off'`, `'alwaysOn'`, `{ times: n }` and `{ skip: n }`. */
function parseMode(mode: unknown): Mode {
  const named = typeof mode === 'string' && Object.hasOwn(modes, mode) ? modes[mode] : undefined;
  if (named) return { ...named };
  if (isDoc(mode) && 'times' in mode) return { skip: 0, times: count('times', mode.times) };
  if (isDoc(mode) && 'skip' in mode) {
    return { skip: count('skip', mode.skip), times: Number.POSITIVE_INFINITY };
  }
  throw failures.badValue(`unknown mode of a fail point: ${JSON.stringify(mode)}`);
}

/** Effect of the fail point on the commands that match. */
interface FailData {
  readonly failCommands: readonly string[];
  readonly appName?: string;
  readonly closeConnection?: boolean;
  readonly errorCode?: number;
  /** Replace the labels that the server would add itself; this one adds none. */
  readonly errorLabels?: readonly string[];
  readonly blockConnection?: boolean;
  readonly blockTimeMS?: number;
  /** The command runs, and this is added to its reply. */
  readonly writeConcernError?: Doc;
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
const isCount = (value: unknown): boolean => typeof value === 'number' && value >= 0;

const fields: Record<keyof FailData, [expected: string, accepts: (value: unknown) => boolean]> = {
  failCommands: ['array of strings', isTexts],
  appName: ['string', (value) => typeof value === 'string'],
  closeConnection: ['bool', (value) => typeof value === 'boolean'],
  errorCode: ['number', isCount],
  errorLabels: ['array of strings', isTexts],
  blockConnection: ['bool', (value) => typeof value === 'boolean'],
  blockTimeMS: ['number', isCount],
  writeConcernError: ['object', isDoc],
};

function parseData(data: Doc): FailData {
  for (const [name, value] of Object.entries(data)) {
    const path = `configureFailPoint.data.${name}`;
    if (!Object.hasOwn(fields, name)) throw failures.unsupportedOption('configureFailPoint', `data.${name}`);
    const [expected, accepts] = fields[name as keyof FailData];
    if (!accepts(value)) throw failures.wrongType(path, typeName(value), expected);
  }
  if (data.failCommands === undefined) throw failures.missingField('configureFailPoint.data', 'failCommands');
  if (data.blockConnection === true && data.blockTimeMS === undefined) {
    throw new MongoFailure(72, "must specify 'blockTimeMS' when 'blockConnection' is true");
  }
  return data as unknown as FailData;
}

/** Runs a command, or fails it. `writes`: whether it has a write concern. */
export type Failing = (run: () => Reply | Promise<Reply>, writes: boolean) => Promise<Reply>;

/** Only tests fail commands: without `--test-commands`, `configureFailPoint` is an unknown command. */
export class FailCommand {
  #mode: Mode = { skip: 0, times: 0 };
  #data: FailData | undefined;
  #entered = 0;

  /** Returns the failure of this command for this client; undefined when it runs normally. */
  failing(name: string, peer: Peer): Failing | undefined {
    const data = this.#data;
    if (!data || this.#mode.times === 0 || !data.failCommands.includes(name)) return undefined;
    if (data.appName !== undefined && data.appName !== peer.appName) return undefined;
    if (this.#mode.skip > 0) {
      this.#mode.skip--;
      return undefined;
    }
    this.#mode.times--;
    this.#entered++;
    return async (run, writes) => {
      await failBefore(name, data, peer);
      return withConcern(await run(), writes ? data : {});
    };
  }

  /** `configureFailPoint`: replies with the number of commands that the former setting has failed. */
  configure(database: string, { configureFailPoint, mode: wanted, data = {} }: Doc): Doc {
    if (database !== 'admin') {
      throw new MongoFailure(13, 'configureFailPoint may only be run against the admin database.');
    }
    if (configureFailPoint !== 'failCommand')
      throw failures.badValue(`there is no fail point ${String(configureFailPoint)}`);
    if (!isDoc(data)) throw failures.wrongType('configureFailPoint.data', typeName(data), 'object');
    const mode = parseMode(wanted);
    this.#data = mode.times > 0 ? parseData(data) : undefined;
    this.#mode = mode;
    const entered = this.#entered;
    this.#entered = 0;
    return { count: entered, ok: 1 };
  }
}

async function failBefore(name: string, data: FailData, peer: Peer): Promise<void> {
  if (data.blockConnection) await sleep(data.blockTimeMS);
  const message = `Failing command '${name}' via 'failCommand' failpoint`;
  if (data.closeConnection) {
    peer.disconnect();
    throw new MongoFailure(50985, message);
  }
  if (data.errorCode) throw new MongoFailure(data.errorCode, message, labelled(data.errorLabels));
}

function withConcern(reply: Reply, { writeConcernError, errorLabels }: Partial<FailData>): Reply {
  // The buffer of a reply is used again by the next command.
  const kept = reply instanceof Uint8Array ? Buffer.from(reply) : reply;
  if (!writeConcernError) return kept;
  const doc = kept instanceof Uint8Array ? decodeDocument(kept) : kept;
  return { ...doc, writeConcernError, ...labelled(errorLabels) };
}

const labelled = (errorLabels: readonly string[] | undefined): { errorLabels?: readonly string[] } =>
  errorLabels && errorLabels.length > 0 ? { errorLabels } : {};
