import type { RenderRequest } from '../../../../shared/try-on/contract.ts';
import type { KeyValueStorage } from '../identity/storage.ts';

/** A tab that is restored later does not start an image after the shopper has left. */
const keptForMs = 10 * 60_000;

/** A render that was asked for, with the key under which it is paid at most once. */
export interface Attempt {
  idempotencyKey: string;
  request: RenderRequest;
  /** Milliseconds since 1970. */
  at: number;
}

/** Keeps the attempt that has no response yet, so that a reload retries it under the same key. */
export interface AttemptMemory {
  /** The attempt to send: the unfinished one of the same request, else a new one. */
  begin(request: RenderRequest): Attempt;
  unfinished(): Attempt | null;
  end(): void;
}

interface Options {
  /** Of the store: photos and items of one mean nothing in another. */
  slug: string;
  session: KeyValueStorage;
  randomId: () => string;
  now: () => number;
}

export function createAttemptMemory({ slug, session, randomId, now }: Options): AttemptMemory {
  const key = `service_try_on_attempt:${slug}`;
  const unfinished = () => {
    const attempt = parsed(session.getItem(key));
    return attempt && now() - attempt.at < keptForMs ? attempt : null;
  };
  return {
    begin(request) {
      const before = unfinished();
      if (before && JSON.stringify(before.request) === JSON.stringify(request)) return before;
      const attempt = { idempotencyKey: randomId(), request, at: now() };
      session.setItem(key, JSON.stringify(attempt));
      return attempt;
    },
    unfinished,
    end: () => session.removeItem(key),
  };
}

function parsed(text: string | null): Attempt | null {
  try {
    const value = JSON.parse(text ?? 'null') as Attempt | null;
    return value?.idempotencyKey && value.request?.photo && Array.isArray(value.request.items) ? value : null;
  } catch {
    return null;
  }
}
