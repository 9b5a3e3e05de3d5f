import type { Request, Response } from 'express';
import { readExpectedSeconds } from '../../shared/renders/expected-duration.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { getNextProvider } from '../../shared/renders/render-route.ts';
import { type ProgressEvent, readProgress } from '../../shared/renders/render-signals.ts';
import { renderView } from '../../shared/renders/render-view.ts';
import { estimateShare } from '../../shared/try-on/estimate-share.ts';
import { sendEvent } from '../http/server-events.ts';
import { followRender, type RenderFollower } from './follow-render.ts';
import { queuePosition } from './queue-position.ts';
import type { ReadDependencies } from './read-dependencies.ts';

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
  await followRender(
    dependencies,
    res,
    found,
    new EventStream(dependencies, res, found, receivedBefore(req)),
  );
}

/** Returns the newest event that the client has: 0 unless `Last-Event-ID` is an id that this stream sends. */
function receivedBefore(req: Request): number {
  const id = req.get('last-event-id') ?? '';
  return /^\d{1,9}$/.test(id) ? Number(id) : 0;
}

const toShown = (share: number) => Math.round(Math.min(1, share) * 100) / 100;

/** The server-sent events of one render for one client. */
class EventStream implements RenderFollower {
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
    this.#provider = getNextProvider(render, dependencies.routes) ?? '';
  }

  progress(event: ProgressEvent): void {
    if (this.#early) this.#early.push(event);
    else void this.#enqueue([event]);
  }

  async begin(): Promise<void> {
    const { connection, prefix } = this.#dependencies;
    const history = await readProgress(connection, { prefix }, this.#renderId, this.#seq);
    const early = this.#early ?? [];
    this.#early = undefined;
    await this.#enqueue([...history, ...early]);
  }

  async open(render: RenderDoc): Promise<void> {
    if (render.state === 'running') {
      this.#sending = this.#sending.then(() => this.#sendEstimate(render));
      await this.#sending;
    }
    const position = await queuePosition(this.#dependencies, render);
    if (position === undefined || position === this.#position) return;
    this.#position = position;
    this.#send('queued', { position, ...(await this.#expectedSeconds()) });
  }

  async ended(render: RenderDoc): Promise<void> {
    await this.begin();
    this.#send('done', renderView(render, this.#dependencies.baseUrl));
  }

  #enqueue(events: ProgressEvent[]): Promise<void> {
    this.#sending = this.#sending.then(async () => {
      for (const event of events) await this.#sendProgress(event);
    });
    return this.#sending;
  }

  /** A share never falls, also where the next provider starts from the beginning; an unchanged stage is left out. */
  async #sendProgress({ seq, stage, share, provider, at }: ProgressEvent): Promise<void> {
    if (seq <= this.#seq) return;
    this.#seq = seq;
    this.#provider = provider ?? this.#provider;
    const rounded = toShown(share ?? 0);
    const unchanged = stage === this.#stage && rounded <= this.#share;
    this.#stage = stage;
    this.#share = Math.max(this.#share, rounded);
    if (unchanged || seq <= this.#received) return;
    this.#send('progress', { stage, share: this.#share, ...(await this.#expectedSeconds()), at }, seq);
  }

  /** Between the reports of a provider, which may send none: has no id, since nothing is missed without it. */
  async #sendEstimate({ startedAt }: RenderDoc): Promise<void> {
    const { expectedSeconds } = await this.#expectedSeconds();
    if (this.#stage === undefined || !startedAt || expectedSeconds === undefined) return;
    const now = new Date();
    const elapsedSeconds = (now.getTime() - startedAt.getTime()) / 1000;
    const share = toShown(estimateShare({ reported: this.#share, elapsedSeconds, expectedSeconds }));
    if (share <= this.#share) return;
    this.#share = share;
    this.#send('progress', { stage: this.#stage, share, expectedSeconds, at: now.toISOString() });
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
    sendEvent(this.#res, event, data, id);
  }
}
