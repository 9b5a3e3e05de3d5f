export type InSlices = (task: () => void) => void;

/**
 * Returns what runs tasks in their order, `perTurn` in each turn of the event loop from the next one on: thousands that
 * come in the same turn would block it for as long as all of them take together.
 */
export function createSlices(perTurn: number): InSlices {
  const waiting: (() => void)[] = [];
  const runSome = () => {
    if (waiting.length > perTurn) setImmediate(runSome);
    for (const task of waiting.splice(0, perTurn)) task();
  };
  return (task) => {
    if (waiting.push(task) === 1) setImmediate(runSome);
  };
}
