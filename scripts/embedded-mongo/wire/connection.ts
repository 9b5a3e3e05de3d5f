import type { Socket } from 'node:net';
import { encode } from '../bson/decode.ts';
import type { Doc } from '../bson/types.ts';
import { failureFields, MongoFailure } from '../errors.ts';
import { createFrameReader, parseFrame, type Request, replyFrame } from './frames.ts';

/** Answers one request with a reply document or its BSON. A Promise only when something had to be waited for. */
export type Answer = Doc | Uint8Array;
export type Handler = (request: Request) => Answer | Promise<Answer>;

/** Serves one client: its requests one after another, in the order they came. */
export function serveConnection(
  socket: Socket,
  handle: Handler,
  onProtocolError: (error: Error) => void,
): void {
  const read = createFrameReader();
  const waiting: Buffer[] = [];
  let busy = false;

  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    guarded(() => {
      const frames = read(chunk);
      if (busy) waiting.push(...frames);
      else drain(frames);
    });
  });

  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      onProtocolError(error as Error);
      socket.destroy();
    }
  }

  function drain(frames: Buffer[]): void {
    for (let i = 0; i < frames.length; i++) {
      const pending = serve(parseFrame(frames[i] as Buffer));
      if (pending === undefined) continue;
      busy = true;
      waiting.push(...frames.slice(i + 1));
      pending.then(() => {
        busy = false;
        guarded(() => drain(waiting.splice(0)));
      }, onProtocolError);
      return;
    }
  }

  function serve(request: Request): Promise<void> | undefined {
    let answer: Answer | Promise<Answer>;
    try {
      answer = handle(request);
    } catch (error) {
      answer = failureReply(error);
    }
    if (answer instanceof Promise) {
      return answer.then(
        (value) => send(request, value),
        (error: unknown) => send(request, failureReply(error)),
      );
    }
    send(request, answer);
    return undefined;
  }

  function send(request: Request, answer: Answer): void {
    if (request.silent || socket.destroyed) return;
    socket.write(replyFrame(request, answer instanceof Uint8Array ? answer : encode(answer)));
  }

  function failureReply(error: unknown): Doc {
    if (!(error instanceof MongoFailure)) onProtocolError(error as Error);
    return { ok: 0, ...failureFields(error) };
  }
}
