import type { Redis } from 'ioredis';
import { throttledErrorLog } from '../jobs/throttled-log.ts';
import type { Logger } from '../log.ts';

/**
 * Messages about a running render besides its document: its progress (worker to API) and its
 * cancellation (API to worker). Both are hints: the document is correct when one is lost.
 */
export interface ProgressEvent {
  renderId: string;
  /** Grows by one with each event of a render; the `id` of the server-sent event. */
  seq: number;
  stage: string;
  /** Share of the work done, 0 to 1, where it is known. */
  share?: number;
  /** The provider that reports it. */
  provider?: string;
  at: string;
}

export interface SignalsLocation {
  prefix: string;
}

const keepSeconds = 3600;
const maxEvents = 100;

const toChannel = ({ prefix }: SignalsLocation, what: 'progress' | 'cancel') => `${prefix}:${what}`;
const toHistory = ({ prefix }: SignalsLocation, renderId: string) => `${prefix}:progress:${renderId}`;

/*
 * History and publication in one step: who reads the history after subscribing receives every event,
 * and tells duplicates by their number.
 */
const appendScript = `
for at = 3, #ARGV do
  local seq = redis.call('RPUSH', KEYS[1], ARGV[at])
  redis.call('PUBLISH', KEYS[2], seq .. ' ' .. ARGV[at])
end
redis.call('LTRIM', KEYS[1], 0, ARGV[2] - 1)
redis.call('EXPIRE', KEYS[1], ARGV[1])
`;

/** Writes progress events of one render in their order; about 150 bytes each in Redis for an hour. */
export async function publishProgress(
  connection: Redis,
  location: SignalsLocation,
  renderId: string,
  events: Omit<ProgressEvent, 'seq'>[],
): Promise<void> {
  const texts = events.map((event) => JSON.stringify(event));
  const keys = [toHistory(location, renderId), toChannel(location, 'progress')];
  await connection.eval(appendScript, 2, ...keys, keepSeconds, maxEvents, ...texts);
}

/** Reads the events of a render after the one numbered `after`, oldest first. */
export async function readProgress(
  connection: Redis,
  location: SignalsLocation,
  renderId: string,
  after: number,
): Promise<ProgressEvent[]> {
  const texts = await connection.lrange(toHistory(location, renderId), after, maxEvents);
  return texts.map((text, index) => ({ ...(JSON.parse(text) as ProgressEvent), seq: after + index + 1 }));
}

/** Asks the worker that runs this render to stop. */
export async function publishCancel(
  connection: Redis,
  location: SignalsLocation,
  renderId: string,
): Promise<void> {
  await connection.publish(toChannel(location, 'cancel'), renderId);
}

/** Calls back for every cancellation. `connection` is used for this alone; the caller closes it. */
export async function onCancel(
  connection: Redis,
  location: SignalsLocation,
  callback: (renderId: string) => void,
): Promise<void> {
  connection.on('message', (_channel: string, renderId: string) => callback(renderId));
  await connection.subscribe(toChannel(location, 'cancel'));
}

export interface ProgressFeed {
  /** Calls back for each event of a render until the returned function is called. */
  follow(renderId: string, callback: (event: ProgressEvent) => void): () => void;
}

/** One subscription for all renders that are followed. `connection` is used for this alone. */
export function createProgressFeed(connection: Redis, location: SignalsLocation, log: Logger): ProgressFeed {
  const followers = new Map<string, Set<(event: ProgressEvent) => void>>();
  connection.on('message', (_channel: string, message: string) => {
    if (followers.size === 0) return;
    const space = message.indexOf(' ');
    const event = {
      ...(JSON.parse(message.slice(space + 1)) as ProgressEvent),
      seq: Number(message.slice(0, space)),
    };
    for (const callback of followers.get(event.renderId) ?? []) callback(event);
  });
  connection
    .subscribe(toChannel(location, 'progress'))
    .catch(throttledErrorLog(log, 'Progress subscription'));
  return {
    follow(renderId, callback) {
      const entries = followers.get(renderId) ?? new Set();
      followers.set(renderId, entries.add(callback));
      return () => {
        entries.delete(callback);
        if (entries.size === 0) followers.delete(renderId);
      };
    },
  };
}
