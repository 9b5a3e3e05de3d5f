import type { Request, Response } from 'express';
import { readExpectedSeconds } from '../../shared/renders/expected-duration.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { nextProviderOf } from '../../shared/renders/render-route.ts';
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
  const stream = new EventStream(dependencies, res, found, receivedBefore(req));
  res.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    'X-Render-Id': found._id,
  });
  res.flushHeaders();
  const registration = dependencies.waiter.register(found._id);
  const unfollow = dependencies.feed.follow(found._id, (event) => stream.publish(event));
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  try {
    await stream.sendHistory();
    let render: RenderDoc | null = found;
    for (let turn = 1; render && !isTerminal(render.state) && !gone.signal.aborted; turn += 1) {
      await stream.sendPosition(render);
      if (turn % keepAliveEvery === 0) res.write(': keep-alive\n\n');
      const reason = await registration.next({ timeoutMs: readEveryMs, signal: gone.signal });
      if (reason === 'closed') break;
      render = await dependencies.database.renders.findById(found._id).lean<RenderDoc>();
    }
    if (render && isTerminal(render.state)) await stream.sendDone(render);
  } finally {
    unfollow();
    registration.release();
    res.end();
  }
}

/** The newest event that the client has: 0 unless `Last-Event-ID` is an id that this stream sends. */
function receivedBefore(req: Request): number {
  const id = req.get('last-event-id') ?? '';
  return /^\d{1,9}$/.test(id) ? Number(id) : 0;
}

/** What one client receives of one render. */
class EventStream {
  readonly #dependencies: ReadDependencies;
  readonly #res: Response;
  readonly #renderId: string;
  /** The newest event that the client has. */
  #received: number;
  /** The newest event that was looked at; those up to `#received` count for `#share` alone. */
  #seq = 0;
  #stage: string | undefined;
  #share = 0;
  #position: number | undefined;
  #provider: string;
  readonly #expected = new Map<string, Promise<number | undefined>>();
  /** Published while the history was being read; they come after it. */
  #early: ProgressEvent[] | undefined = [];
  /** Events are sent one after the other, although each may read from Redis. */
  #sending = Promise.resolve();

  constructor(dependencies: ReadDependencies, res: Response, render: RenderDoc, received: number) {
    this.#dependencies = dependencies;
    this.#res = res;
    this.#renderId = render._id;
    this.#received = received;
    this.#provider = nextProviderOf(render, dependencies.routes) ?? '';
  }

  publish(event: ProgressEvent): void {
    if (this.#early) this.#early.push(event);
    else void this.#enqueue([event]);
  }

  async sendHistory(): Promise<void> {
    const { connection, prefix } = this.#dependencies;
    const history = await readProgress(connection, { prefix }, this.#renderId, this.#seq);
    const early = this.#early ?? [];
    this.#early = undefined;
    await this.#enqueue([...history, ...early]);
  }

  async sendPosition(render: RenderDoc): Promise<void> {
    const position = await queuePosition(this.#dependencies, render);
    if (position === undefined || position === this.#position) return;
    this.#position = position;
    this.#send('queued', { position, ...(await this.#expectedSeconds()) });
  }

  async sendDone(render: RenderDoc): Promise<void> {
    await this.sendHistory();
    this.#send('done', renderView(render, this.#dependencies.baseUrl));
  }

  #enqueue(events: ProgressEvent[]): Promise<void> {
    this.#sending = this.#sending.then(async () => {
      for (const event of events) await this.#sendProgress(event);
    });
    return this.#sending;
  }

  /** A share never falls, also where the next provider starts from the beginning; a repeated stage is left out. */
  async #sendProgress({ seq, stage, share, provider, at }: ProgressEvent): Promise<void> {
    if (seq <= this.#seq) return;
    this.#seq = seq;
    this.#provider = provider ?? this.#provider;
    const rounded = Math.round(Math.min(1, share ?? 0) * 100) / 100;
    const unchanged = stage === this.#stage && rounded <= this.#share;
    this.#stage = stage;
    this.#share = Math.max(this.#share, rounded);
    if (unchanged || seq <= this.#received) return;
    this.#send('progress', { stage, share: this.#share, ...(await this.#expectedSeconds()), at }, seq);
  }

  async #expectedSeconds(): Promise<{ expectedSeconds?: number }> {
    const { connection, prefix } = this.#dependencies;
    const provider = this.#provider;
    const known = this.#expected.get(provider);
    const reading = known ?? readExpectedSeconds(connection, { prefix }, provider).catch(() => undefined);
    this.#expected.set(provider, reading);
    const expectedSeconds = await reading;
    return expectedSeconds === undefined ? {} : { expectedSeconds };
  }

  #send(event: string, data: object, id?: number): void {
    this.#res.write(
      `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    );
  }
}
