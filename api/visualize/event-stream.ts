import type { Request, Response } from 'express';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { type ProgressEvent, readProgress } from '../../shared/renders/render-signals.ts';
import { renderView } from '../../shared/renders/render-view.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import { queuePosition } from './queue-position.ts';
import type { ReadDependencies } from './read-dependencies.ts';

/** How often the document and the queue are read while no event arrives. */
const readEveryMs = 1000;

/** Proxies close silent connections; a comment keeps one open (WHATWG HTML, "Server-sent events"). */
const keepAliveEvery = 15;

/**
 * Streams a render's life as server-sent events: `queued` with its position, then the worker's
 * `progress`, and finally `done` with the state. After a reconnect, `Last-Event-ID` names the newest
 * progress event that the client has received.
 */
export async function streamEvents(
  dependencies: ReadDependencies,
  req: Request,
  res: Response,
  found: RenderDoc,
): Promise<void> {
  const watch = new Watch(dependencies, res, Number(req.get('last-event-id')) || 0);
  res.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    'X-Render-Id': found._id,
  });
  res.flushHeaders();
  const registration = dependencies.waiter.register(found._id);
  const unfollow = dependencies.feed.follow(found._id, (event) => watch.published(event));
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  try {
    await watch.catchUp(found._id);
    let render: RenderDoc | null = found;
    for (let turn = 1; render && !isTerminal(render.state) && !gone.signal.aborted; turn += 1) {
      await watch.queued(render);
      if (turn % keepAliveEvery === 0) res.write(': keep-alive\n\n');
      const reason = await registration.next({ timeoutMs: readEveryMs, signal: gone.signal });
      if (reason === 'closed') break;
      render = await dependencies.database.renders.findById(found._id).lean<RenderDoc>();
    }
    if (render && isTerminal(render.state)) await watch.done(render);
  } finally {
    unfollow();
    registration.release();
    res.end();
  }
}

/** What one client has received so far. */
class Watch {
  readonly #dependencies: ReadDependencies;
  readonly #res: Response;
  #seen: number;
  #position: number | undefined;
  /** Published while the history was being read; they come after it. */
  #early: ProgressEvent[] | undefined = [];

  constructor(dependencies: ReadDependencies, res: Response, seen: number) {
    this.#dependencies = dependencies;
    this.#res = res;
    this.#seen = seen;
  }

  published(event: ProgressEvent): void {
    if (this.#early) this.#early.push(event);
    else this.#progress(event);
  }

  #progress({ seq, stage, share, at }: ProgressEvent): void {
    if (seq <= this.#seen) return;
    this.#seen = seq;
    this.#send('progress', { stage, ...(share === undefined ? {} : { share }), at }, seq);
  }

  async catchUp(renderId: string): Promise<void> {
    const { connection, prefix } = this.#dependencies;
    const history = await readProgress(connection, { prefix }, renderId, this.#seen);
    for (const event of history) this.#progress(event);
  }

  async queued(render: RenderDoc): Promise<void> {
    const position = await queuePosition(this.#dependencies, render);
    if (position === undefined || position === this.#position) return;
    this.#position = position;
    this.#send('queued', { position });
  }

  async done(render: RenderDoc): Promise<void> {
    await this.catchUp(render._id);
    this.#send('done', renderView(render));
  }

  #send(event: string, data: object, id?: number): void {
    this.#res.write(
      `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    );
  }
}
