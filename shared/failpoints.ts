/**
 * Failpoints: named places before and after each write on which money or a result depends. With
 * `NODE_ENV=test`, `FAILPOINT=name[:n]` kills the process as `kill -9` does, the n-th time it reaches that
 * place. `scripts/chaos` runs through all of them.
 */
export const failpointNames = [
  'visualize.before-insert',
  'visualize.after-insert',
  'visualize.after-hold',
  'visualize.after-accept',
  'visualize.after-enqueue',
  'visualize.before-answer',
  'render.before-claim',
  'render.after-claim',
  'render.before-output',
  'render.after-output',
  'render.after-decision',
  'settle.before-ledger',
  'settle.before-account',
  'settle.after-account',
  'refund.after-ledger',
  'render.before-acknowledge',
  'sweeper.after-decision',
  'back-to-queue.before-delivery',
  'events.after-insert',
  'track.before-send',
  'track.after-send',
  'track.after-decision',
] as const;

export type FailpointName = (typeof failpointNames)[number];

let armed: { name: string; remaining: number } | undefined;

/** Arms the failpoint of an environment; ignored unless `NODE_ENV=test`. */
export function armFailpoints(env: NodeJS.ProcessEnv): void {
  if (env.NODE_ENV !== 'test' || !env.FAILPOINT) return;
  const [name = '', count = '1'] = env.FAILPOINT.split(':');
  armed = { name, remaining: Number(count) };
}

/** Kills the process when this failpoint is armed and has been reached often enough. */
export function failpoint(name: FailpointName): void {
  if (armed?.name !== name) return;
  armed.remaining -= 1;
  if (armed.remaining <= 0) process.kill(process.pid, 'SIGKILL');
}
