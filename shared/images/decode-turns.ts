/** Images of one owner that may wait: ten renders at once with all the images a request can have. */
const maxWaitingEach = 256;

/** Too many images of one owner wait to be decoded. */
export class DecodeQueueFull extends Error {
  override name = 'DecodeQueueFull';
}

/** Starts what has waited. */
export type Start = () => void;

/** Images that wait to be decoded. Owners take turns, so that the images of one do not delay the others. */
export class DecodeTurns {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, Set<Start>>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** @throws DecodeQueueFull */
  add(owner: string, start: Start): void {
    const queue = this.#waiting.get(owner) ?? new Set();
    if (queue.size >= maxWaitingEach) throw new DecodeQueueFull('Too many images wait to be decoded.');
    this.#waiting.set(owner, queue.add(start));
  }

  remove(owner: string, start: Start): void {
    const queue = this.#waiting.get(owner);
    queue?.delete(start);
    if (queue?.size === 0) this.#waiting.delete(owner);
  }

  /** Takes the first image of the owner whose turn it is, who then goes to the end of the line. */
  take(): Start | undefined {
    const [turn] = this.#waiting;
    if (!turn) return undefined;
    const [owner, queue] = turn;
    const [start] = queue;
    this.#waiting.delete(owner);
    queue.delete(start!);
    if (queue.size > 0) this.#waiting.set(owner, queue);
    return start;
  }
}
