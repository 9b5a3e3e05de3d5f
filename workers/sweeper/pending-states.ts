/** The states in which BullMQ still has a job to run or runs it. */
export const pendingStates: ReadonlySet<string> = new Set([
  'waiting',
  'active',
  'delayed',
  'prioritized',
  'waiting-children',
  'paused',
  'wait',
]);
