import { deserialize } from 'bson';
import { decodeDocument } from '../bson/decode.ts';
import type { Doc } from '../bson/types.ts';

/** https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
const opcode = { reply: 1, query: 2004, message: 2013 } as const;
export const maxMessageBytes = 48_000_000;
const moreToComeFlag = 2;
const checksumFlag = 1;
const knownRequiredFlags = checksumFlag | moreToComeFlag;

/** A request of either form, decoded. */
export interface Request {
  readonly requestId: number;
  readonly legacy: boolean;
  /** The client expects no reply (write concern 0). */
  readonly silent: boolean;
  readonly body: Doc;
  /** Documents of a message's payload section, undecoded: an insert keeps these bytes. */
  readonly payload: { readonly field: string; readonly documents: readonly Buffer[] } | undefined;
}

/** Cuts a stream of bytes into messages. `push` throws RangeError for an invalid length. */
export function createFrameReader(): (chunk: Buffer) => Buffer[] {
  let parts: Buffer[] = [];
  let held = 0;

  return (chunk) => {
    const frames: Buffer[] = [];
    let rest = chunk;
    if (held > 0) {
      parts.push(chunk);
      held += chunk.length;
      if (held < 4) return frames;
      const head = parts[0] as Buffer;
      if (head.length >= 4 && held < checkLength(head.readInt32LE(0))) return frames;
      rest = Buffer.concat(parts, held);
      parts = [];
      held = 0;
    }
    while (rest.length >= 4) {
      const length = checkLength(rest.readInt32LE(0));
      if (rest.length < length) break;
      frames.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    if (rest.length > 0) {
      parts = [rest];
      held = rest.length;
    }
    return frames;
  };
}

function checkLength(length: number): number {
  if (length < 16 || length > maxMessageBytes) throw new RangeError(`message of ${length} bytes`);
  return length;
}

/** Decodes one message. Throws RangeError for anything that is not OP_MSG or OP_QUERY. */
export function parseFrame(frame: Buffer): Request {
  const requestId = frame.readInt32LE(4);
  const code = frame.readInt32LE(12);
  if (code === opcode.message) return parseMessage(frame, requestId);
  if (code === opcode.query) return parseQuery(frame, requestId);
  throw new RangeError(`opcode ${code}`);
}

function parseMessage(frame: Buffer, requestId: number): Request {
  const flags = frame.readUInt32LE(16);
  if ((flags & 0xffff & ~knownRequiredFlags) !== 0) throw new RangeError(`message flags ${flags}`);
  const end = flags & checksumFlag ? frame.length - 4 : frame.length;
  let body: Doc | undefined;
  let payload: Request['payload'];
  for (let at = 20; at < end; ) {
    const kind = frame[at++];
    const length = frame.readInt32LE(at);
    if (length < 4 || at + length > end) throw new RangeError(`section of ${length} bytes`);
    const section = frame.subarray(at, at + length);
    at += length;
    if (kind === 0) body = decodeDocument(section);
    else if (kind === 1 && payload === undefined) payload = parsePayload(section);
    else throw new RangeError(`section kind ${kind}`);
  }
  if (body === undefined) throw new RangeError('message without a body');
  return { requestId, legacy: false, silent: (flags & moreToComeFlag) !== 0, body, payload };
}

function parsePayload(section: Buffer): NonNullable<Request['payload']> {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw new RangeError('payload without a name');
  const documents: Buffer[] = [];
  for (let at = nameEnd + 1; at < section.length; ) {
    const length = section.readInt32LE(at);
    if (length < 5 || at + length > section.length) throw new RangeError(`document of ${length} bytes`);
    documents.push(section.subarray(at, at + length));
    at += length;
  }
  return { field: section.toString('utf8', 4, nameEnd), documents };
}

/** The handshake still begins with OP_QUERY on `admin.$cmd`. */
function parseQuery(frame: Buffer, requestId: number): Request {
  const nameEnd = frame.indexOf(0, 20);
  const namespace = frame.toString('utf8', 20, nameEnd);
  const body = deserialize(frame.subarray(nameEnd + 9)) as Doc;
  return {
    requestId,
    legacy: true,
    silent: false,
    body: { ...body, $db: namespace.split('.')[0] },
    payload: undefined,
  };
}

let responseId = 0;

/** Wraps a BSON body as the reply to a request. */
export function replyFrame(request: Pick<Request, 'requestId' | 'legacy'>, body: Uint8Array): Buffer {
  const headerBytes = request.legacy ? 36 : 21;
  const frame = Buffer.allocUnsafe(headerBytes + body.length);
  responseId = (responseId + 1) | 0;
  frame.writeInt32LE(frame.length, 0);
  frame.writeInt32LE(responseId, 4);
  frame.writeInt32LE(request.requestId, 8);
  frame.writeInt32LE(request.legacy ? opcode.reply : opcode.message, 12);
  frame.fill(0, 16, headerBytes);
  if (request.legacy) {
    frame.writeInt32LE(8, 16);
    frame.writeInt32LE(1, 32);
  }
  frame.set(body, headerBytes);
  return frame;
}
