import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { type ProgressEvent, readProgress } from '../../shared/renders/render-signals.ts';
import { estimateShare } from '../../shared/try-on/estimate-share.ts';
import { queuePosition } from '../visualize/queue-position.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import type { Progress } from './progress.ts';

/** Interval between two reads of the position in the queue. */
const readEveryMs = 2_000;

/** Reports what happens with an open render, until the returned function is called. */
export function followProgress(
  dependencies: McpDependencies,
  render: RenderDoc,
  progress: Progress,
): () => void {
  const { connection, prefix, feed } = dependencies;
  let newest: ProgressEvent | undefined;
  let startedAt: Date | undefined;
  let stopped = false;

  const sayStage = (event: ProgressEvent) => {
    if (stopped || event.seq <= (newest?.seq ?? 0)) return;
    newest = event;
    startedAt ??= new Date(event.at);
    progress.say(`Render ${render._id}: ${event.stage}`, event.share);
  };
  const sayEstimate = async ({ stage, share: reported }: ProgressEvent) => {
    const elapsedSeconds = (Date.now() - render.createdAt.getTime()) / 1000;
    const expectedSeconds = await dependencies.expectedSeconds(
      { ...render, ...(startedAt ? { startedAt } : {}) },
      undefined,
    );
    if (stopped || newest?.stage !== stage) return;
    progress.say(
      `Render ${render._id}: ${stage}`,
      estimateShare({ reported, elapsedSeconds, expectedSeconds }),
    );
  };
  const sayPosition = async () => {
    const position = await queuePosition(dependencies, render);
    if (position === undefined) return;
    const seconds = await dependencies.expectedSeconds(render, position);
    if (stopped || newest) return;
    progress.say(`Render ${render._id}: queued at position ${position}; about ${seconds} s in all`);
  };
  // Both are hints: without Redis the call waits all the same.
  const read = () => void (newest ? sayEstimate(newest) : sayPosition()).catch(() => undefined);

  progress.say(`Render ${render._id}: ${render.state}`);
  const unfollow = feed.follow(render._id, sayStage);
  const history = readProgress(connection, { prefix }, render._id, 0);
  void history.then((events) => events.forEach(sayStage)).catch(() => undefined);
  const timer = setInterval(read, readEveryMs);
  read();
  return () => {
    stopped = true;
    clearInterval(timer);
    unfollow();
  };
}
