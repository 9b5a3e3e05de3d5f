import type { Render } from './render-states.ts';
import type { ProgressEvent, QueuedEvent } from './types.ts';

/** The progress of a render. */
export interface RenderProgress {
  renderId: string;
  state: 'queued' | 'running';
  /** Position in the queue, 1 for the next to start; only while it is queued. */
  position?: number;
  /** Name of the current stage, such as `rendering`. New stages may be added. */
  stage?: string;
  /** Share of the work done, 0 to 1, estimated between the reports of the model; it never falls. */
  share: number;
  /** Median duration of the model's recent renders, without the time in the queue. */
  expectedSeconds?: number;
}

/** The progress that one message reports. */
interface Known {
  state: RenderProgress['state'];
  position?: number | undefined;
  stage?: string | undefined;
  share?: number;
  expectedSeconds?: number | undefined;
}

/** Turns what is known of one render into calls of `onProgress`, without repetitions. */
export class ProgressReport {
  readonly #onProgress: (progress: RenderProgress) => void;
  #last: RenderProgress;

  constructor(renderId: string, onProgress: (progress: RenderProgress) => void) {
    this.#onProgress = onProgress;
    this.#last = { renderId, state: 'queued', share: 0 };
  }

  queued({ position, expectedSeconds }: QueuedEvent): void {
    this.#report({ state: 'queued', position, expectedSeconds });
  }

  running({ stage, share, expectedSeconds }: ProgressEvent): void {
    this.#report({ state: 'running', stage, share, expectedSeconds });
  }

  /** A poll tells less than the events; what they told stays. */
  polled({ state, queuePosition }: Render): void {
    if (state === 'queued') this.#report({ ...this.#last, state, position: queuePosition });
    if (state === 'running') this.#report({ ...this.#last, state, position: undefined });
  }

  #report({ state, position, stage, share = 0, expectedSeconds }: Known): void {
    const progress: RenderProgress = {
      renderId: this.#last.renderId,
      state,
      ...(position === undefined ? {} : { position }),
      ...(stage === undefined ? {} : { stage }),
      share: Math.max(share, this.#last.share),
      ...(expectedSeconds === undefined ? {} : { expectedSeconds }),
    };
    if (JSON.stringify(progress) === JSON.stringify(this.#last)) return;
    this.#last = progress;
    this.#onProgress(progress);
  }
}
