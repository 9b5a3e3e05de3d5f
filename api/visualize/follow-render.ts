import type { Response } from 'express';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { ProgressEvent } from '../../shared/renders/render-signals.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import type { ReadDependencies } from './read-dependencies.ts';

/** Interval between reads of document and queue while no event arrives. */
const readEveryMs = 1000;

/** Proxies close silent connections; a comment keeps one open (WHATWG HTML, "Server-sent events"). */
const keepAliveEvery = 15;

/** Callbacks for the phases of a followed render. */
export interface RenderFollower {
  /** Once, after the worker's progress is being followed. */
  begin(): Promise<void>;
  progress(event: ProgressEvent): void;
  /** About once a second while the render is open. */
  open(render: RenderDoc): Promise<void>;
  ended(render: RenderDoc): Promise<void>;
}

/** Keeps a response open as server-sent events until the render has ended or the client has gone. */
export async function followRender(
  { waiter, feed, database }: Pick<ReadDependencies, 'waiter' | 'feed' | 'database'>,
  res: Response,
  found: RenderDoc,
  follower: RenderFollower,
): Promise<void> {
  res.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    'X-Render-Id': found._id,
  });
  res.flushHeaders();
  const registration = waiter.register(found._id);
  const unfollow = feed.follow(found._id, (event) => follower.progress(event));
  const gone = signalOfCaller(res);
  try {
    await follower.begin();
    let render: RenderDoc | null = found;
    for (let turn = 1; render && !isTerminal(render.state) && !gone.aborted; turn += 1) {
      await follower.open(render);
      if (turn % keepAliveEvery === 0) res.write(': keep-alive\n\n');
      const reason = await registration.next({ timeoutMs: readEveryMs, signal: gone });
      if (reason === 'closed') break;
      render = await database.renders.findById(found._id).lean<RenderDoc>();
    }
    if (render && isTerminal(render.state)) await follower.ended(render);
  } finally {
    unfollow();
    registration.release();
    res.end();
  }
}

/** Writes one server-sent event. */
export function sendEvent(res: Response, event: string, data: object, id?: number): void {
  res.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
