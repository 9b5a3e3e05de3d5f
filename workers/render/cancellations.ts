/** The owner cancelled the render; its document is already cancelled. */
export class RenderCancelled extends Error {
  override name = 'RenderCancelled';
}

export interface Cancellations {
  /** Returns a signal that aborts with `RenderCancelled`; call `end` when the run has ended. */
  watch(renderId: string): { signal: AbortSignal; end(): void };
  /** Aborts the run of that render, if it is one of this process. */
  cancel(renderId: string): void;
}

/** Creates the register of runs of this process, which cancels them by id. */
export function createCancellations(): Cancellations {
  const running = new Map<string, AbortController>();
  return {
    watch(renderId) {
      const controller = new AbortController();
      running.set(renderId, controller);
      return {
        signal: controller.signal,
        end: () => {
          if (running.get(renderId) === controller) running.delete(renderId);
        },
      };
    },
    cancel: (renderId) =>
      running.get(renderId)?.abort(new RenderCancelled(`render ${renderId} was cancelled`)),
  };
}
