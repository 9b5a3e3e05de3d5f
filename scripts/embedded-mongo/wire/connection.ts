import type { Socket } from 'node:net';
import { encodeDocument } from '../bson/decode.ts';
import type { Doc } from '../bson/types.ts';
import { failureFields, MongoFailure } from '../errors.ts';
import { createFrameReader, parseFrame, type Request, replyFrame } from './frames.ts';

/** A reply document, or its BSON. */
export type Reply = Doc | Uint8Array;
/** Handles one request. Returns a Promise only when something had to be waited for. */
export type RequestHandler = (request: Request) => Reply | Promise<Reply>;

/** Serves one client: its requests one after another, in the order they arrived. */
export function serveConnection(
  socket: Socket,
  handle: RequestHandler,
  onProtocolError: (error: Error) => void,
): void {
  const connection = new Connection(socket, handle, onProtocolError);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => connection.receive(chunk));
}

class Connection {
  readonly #socket: Socket;
  readonly #handle: RequestHandler;
  readonly #onProtocolError: (error: Error) => void;
  readonly #read = createFrameReader();
  readonly #waiting: Buffer[] = [];
  #busy = false;

  constructor(socket: Socket, handle: RequestHandler, onProtocolError: (error: Error) => void) {
    this.#socket = socket;
    this.#handle = handle;
    this.#onProtocolError = onProtocolError;
  }

  receive(chunk: Buffer): void {
    this.#guarded(() => {
      const frames = this.#read(chunk);
      if (this.#busy) this.#waiting.push(...frames);
      else this.#drain(frames);
    });
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#onProtocolError(error as Error);
      this.#socket.destroy();
    }
  }

  #drain(frames: Buffer[]): void {
    for (const [index, frame] of frames.entries()) {
      const pending = this.#serve(parseFrame(frame));
      if (pending === undefined) continue;
      this.#busy = true;
      this.#waiting.push(...frames.slice(index + 1));
      pending.then(() => {
        this.#busy = false;
        this.#guarded(() => this.#drain(this.#waiting.splice(0)));
      }, this.#onProtocolError);
      return;
    }
  }

  #serve(request: Request): Promise<void> | undefined {
    let reply: Reply | Promise<Reply>;
    try {
      reply = this.#handle(request);
    } catch (error) {
      reply = this.#failureReply(error);
    }
    if (reply instanceof Promise) {
      return reply.then(
        (value) => this.#send(request, value),
        (error: unknown) => this.#send(request, this.#failureReply(error)),
      );
    }
    this.#send(request, reply);
    return undefined;
  }

  #send(request: Request, reply: Reply): void {
    if (request.silent || this.#socket.destroyed) return;
    this.#socket.write(replyFrame(request, reply instanceof Uint8Array ? reply : encodeDocument(reply)));
  }

  #failureReply(error: unknown): Doc {
    if (!(error instanceof MongoFailure)) this.#onProtocolError(error as Error);
    return { ok: 0, ...failureFields(error) };
  }
}
