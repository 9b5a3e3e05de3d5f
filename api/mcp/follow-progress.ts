import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { type ProgressEvent, readProgress } from '../../shared/renders/render-signals.ts';
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
  let stopped = false;

  const sayStage = (event: ProgressEvent) => {
    if (stopped || event.seq <= (newest?.seq ?? 0)) return;
    newest = event;
    progress.say(`Render ${render._id}: ${event.stage}`, event.share);
  };
  const sayPosition = async () => {
    const position = newest ? undefined : await queuePosition(dependencies, render);
    if (position === undefined) return;
    const seconds = await dependencies.expectedSeconds(render, position);
    if (stopped || newest) return;
    progress.say(`Render ${render._id}: queued at position ${position}; about ${seconds} s in all`);
  };
  // Both are hints: without Redis the call waits all the same.
  const read = () => void sayPosition().catch(() => undefined);

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
