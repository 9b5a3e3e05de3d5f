/** Runs work of which all callers with the same key need one result: those that come meanwhile receive it too. */
export type SingleFlight<Result> = (key: string, work: () => Promise<Result>) => Promise<Result>;

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, work) => {
    const known = running.get(key);
    if (known) return known;
    const started = work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
