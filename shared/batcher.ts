export interface BatcherOptions<Item, Result> {
  /** Answers a result for each item, in their order; when it rejects, so does every item. */
  run(items: Item[]): Promise<Result[]>;
  /** A batch of this many starts at once. */
  max: number;
  /** How long the first item waits for others; 0: until the event loop comes round. */
  waitMs: number;
}

/**
 * Makes one call of many: what arrives within `waitMs` travels together. At a thousand events a second
 * the driver's work for a command of its own each was most of what forwarding cost (measured).
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve(result: Result): void; reject(error: unknown): void };
  let waiting: Waiting[] = [];

  const start = () => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    options.run(batch.map(({ item }) => item)).then(
      (results) => {
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(error);
      },
    );
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length >= options.max) start();
      else if (waiting.length > 1) return;
      else if (options.waitMs === 0) setImmediate(start);
      else setTimeout(start, options.waitMs);
    });
}
