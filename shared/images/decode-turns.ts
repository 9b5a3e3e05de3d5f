/** Images of one owner that may wait: ten renders at once with all the images a request can have. */
const maxWaitingEach = 256;

/** Expected of the first image of an owner; after that, as long as the last one took. */
const firstMs = 20;
/** Expected at most: whoever waits is passed by no more than as many milliseconds of others' images. */
const maxExpectedMs = 500;

/** Owners of whom is known what they have used, before those are forgotten of whom it no longer matters. */
const maxKnown = 1000;

/** Too many images of one owner wait to be decoded. */
export class DecodeQueueFull extends Error {
  override name = 'DecodeQueueFull';
}

/** Takes the time that an image took, milliseconds, once it has been decoded. */
export type CountTime = (ms: number) => void;

/** Starts what has waited. */
export type Start = (count: CountTime) => void;

interface Queue {
  starts: Set<Start>;
  /** When the first of them would have been decoded if all owners shared the time. */
  due: number;
}

/** Milliseconds on the clock of a lane. */
interface Use {
  /** The end of what the owner has been given. */
  until: number;
  expectedMs: number;
}

/**
 * Images that wait to be decoded. Owners share the time, not the number of images (self-clocked fair queueing): next is
 * the image that would end first if each owner had an equal share. So a small image waits for those that are being
 * decoded, not for one of every owner whose images take long. An owner who was away begins at the time of the others, and
 * each image gets its place when it comes, so that ever new addresses do not keep back those who wait.
 */
export class DecodeTurns {
  readonly #waiting = new Map<string, Queue>();
  readonly #used = new Map<string, Use>();
  /** Time of the image that was last begun. */
  #now = 0;

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** @throws DecodeQueueFull */
  add(owner: string, start: Start): void {
    const queue = this.#waiting.get(owner) ?? { starts: new Set(), due: this.#nextDue(owner) };
    if (queue.starts.size >= maxWaitingEach) throw new DecodeQueueFull('Too many images wait to be decoded.');
    queue.starts.add(start);
    this.#waiting.set(owner, queue);
  }

  remove(owner: string, start: Start): void {
    const queue = this.#waiting.get(owner);
    queue?.starts.delete(start);
    if (queue?.starts.size === 0) this.#waiting.delete(owner);
  }

  /** Takes the first image of the owner whose turn it is, and begins it. */
  take(): (() => void) | undefined {
    const next = this.#findNext();
    if (!next) return undefined;
    const [owner, queue] = next;
    const [start] = queue.starts;
    this.remove(owner, start!);
    const count = this.#beginAt(owner, queue.due);
    queue.due = this.#nextDue(owner);
    return () => start!(count);
  }

  /** Counts an image that need not wait. */
  begin(owner: string): CountTime {
    return this.#beginAt(owner, this.#nextDue(owner));
  }

  #nextDue(owner: string): number {
    const { until = 0, expectedMs = firstMs } = this.#used.get(owner) ?? {};
    return Math.max(this.#now, until) + expectedMs;
  }

  #findNext(): [string, Queue] | undefined {
    let next: [string, Queue] | undefined;
    for (const entry of this.#waiting) if (!next || entry[1].due < next[1].due) next = entry;
    return next;
  }

  #beginAt(owner: string, due: number): CountTime {
    const expectedMs = this.#used.get(owner)?.expectedMs ?? firstMs;
    const use = { until: due, expectedMs };
    this.#now = Math.max(this.#now, due);
    this.#used.set(owner, use);
    if (this.#used.size > maxKnown) this.#forget();
    return (ms) => this.#correct(owner, ms, expectedMs);
  }

  /** Takes the time that an image really took for the expected one. */
  #correct(owner: string, ms: number, expectedMs: number): void {
    const [use, queue] = [this.#used.get(owner), this.#waiting.get(owner)];
    if (use) {
      use.until += ms - expectedMs;
      use.expectedMs = Math.min(maxExpectedMs, ms);
    }
    if (queue) queue.due += ms - expectedMs;
  }

  /** Removes those who would begin at the time of the others anyway. */
  #forget(): void {
    for (const [owner, { until }] of this.#used) if (until <= this.#now) this.#used.delete(owner);
  }
}
