import type { Response } from 'express';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { ProgressEvent } from '../../shared/renders/render-signals.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import { signalOfCaller } from '../http/caller-gone.ts';
import { beginEvents, keepAlive } from '../http/server-events.ts';
import type { ReadDependencies } from './read-dependencies.ts';

/** Interval between reads of document and queue while no event arrives. */
const readEveryMs = 1000;

/** Reads between two comments. */
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
  res.set('X-Render-Id', found._id);
  beginEvents(res);
  const registration = waiter.register(found._id);
  const unfollow = feed.follow(found._id, (event) => follower.progress(event));
  const gone = signalOfCaller(res);
  try {
    await follower.begin();
    let render: RenderDoc | null = found;
    for (let turn = 1; render && !isTerminal(render.state) && !gone.aborted; turn += 1) {
      await follower.open(render);
      if (turn % keepAliveEvery === 0) keepAlive(res);
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
