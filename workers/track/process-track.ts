import { forwardedName } from '../../shared/events/event-map.ts';
import type { EventDoc } from '../../shared/events/event-model.ts';
import { failpoint } from '../../shared/failpoints.ts';
import type { TrackJobData } from '../../shared/jobs/track-job.ts';
import type { Outbound } from '../../shared/outbound/outbound.ts';
import { SecretUnreadable } from '../../shared/secrets/secret-box.ts';
import { trackPayload } from '../../shared/track/payload.ts';
import { type TrackVerdict, toTrackVerdict } from '../../shared/track/policy.ts';
import { sendTrack, type TrackResult } from '../../shared/track/send-track.ts';
import { retryAfterSeconds } from '../retries/retry-after.ts';
import { getRetryDelay } from '../retries/schedules.ts';
import { type JobContext, PutBack, ShuttingDown } from '../runtime.ts';
import { deferralDelay, maxPendingMs, maxRetryAfterWaits, retryAfterDelay } from './backoff.ts';
import type { DeliveryLog } from './delivery-log.ts';
import type { CallPermit, DestinationGate } from './destination-gate.ts';
import type { Destinations, StoreDestination } from './destinations.ts';
import { type TallyNote, toTallyNote } from './event-tally.ts';
import type { IntegrationHealth } from './integration-health.ts';
import type { Outbox } from './outbox.ts';
import type { TrackOutcome } from './track-outcome.ts';

export interface TrackDependencies {
  outbox: Outbox;
  destinations: Destinations;
  gate: DestinationGate;
  outbound: Pick<Outbound, 'request'>;
  health: IntegrationHealth;
  deliveries: DeliveryLog;
  /** Adds to the tally of the day. */
  tally: (note: TallyNote) => void;
  now?: () => number;
  random?: () => number;
}

/**
 * Forwards one event: reads it and its destination, asks for a permit, calls, and saves the outcome.
 * At least once: a worker that dies after the call leaves the event pending, and the retry carries the
 * same id.
 * @throws PutBack when the destination is at its limit.
 */
export async function processTrack(
  dependencies: TrackDependencies,
  { eventId }: TrackJobData,
  context: JobContext,
): Promise<TrackOutcome> {
  const event = await dependencies.outbox.read(eventId);
  if (event?.forward.state !== 'pending') return 'skipped';
  const destination = await readDestination(dependencies, event, context);
  if (destination === 'unreadable') return defer(dependencies, event, 0);
  if (destination?.state !== 'Connected' || !destination.endpoint) {
    await dependencies.outbox.drop(event, whyClosed(destination));
    return 'dropped';
  }
  const { gate } = dependencies;
  const { origin, revision } = destination;
  const entry = gate.enter({ store: event.store, origin, revision });
  if ('release' in entry) return forward(dependencies, event, destination, entry, context);
  if (entry.refused === 'busy') throw new PutBack(entry.waitMs);
  const outcome = await defer(dependencies, event, entry.waitMs);
  count(dependencies, event, outcome);
  return outcome;
}

async function readDestination({ destinations }: TrackDependencies, event: EventDoc, { log }: JobContext) {
  try {
    return await destinations.get(event.store);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    // The operator's mistake, not the merchant's: the events wait until the key is restored.
    log.error({ err: error, store: event.store }, 'a write key cannot be read');
    return 'unreadable';
  }
}

function whyClosed(destination: StoreDestination | null): string {
  return destination ? `the integration is ${destination.state.toLowerCase()}` : 'the store does not exist';
}

async function defer(
  { outbox, now = Date.now, random }: TrackDependencies,
  event: EventDoc,
  minMs: number,
): Promise<TrackOutcome> {
  const { deferrals, since } = event.forward;
  if (now() - since.getTime() > maxPendingMs) {
    await outbox.drop(event, 'the endpoint was unavailable for too long');
    return 'dropped';
  }
  await outbox.retryLater(event, deferralDelay(deferrals, minMs, random), { deferrals: deferrals + 1 });
  return 'deferred';
}

async function forward(
  dependencies: TrackDependencies,
  event: EventDoc,
  destination: StoreDestination,
  permit: CallPermit,
  context: JobContext,
): Promise<TrackOutcome> {
  const { outbound } = dependencies;
  let result: TrackResult;
  try {
    failpoint('track.before-send');
    result = await sendTrack(outbound, {
      endpoint: destination.endpoint!,
      writeKey: destination.writeKey,
      id: event._id,
      payload: trackPayload(event, destination.slug),
      signal: context.signal,
    });
    failpoint('track.after-send');
  } catch (error) {
    permit.release('aborted');
    if (!(error instanceof ShuttingDown)) throw error;
    await dependencies.outbox.retryLater(event, 0, {});
    return 'given-back';
  }
  const verdict = toTrackVerdict(result);
  const retryAfterMs = verdict === 'retry' ? getRetryAfterDelay(result, dependencies.now) : undefined;
  permit.release(
    verdict === 'retry' && retryAfterMs === undefined ? 'unavailable' : 'responded',
    retryAfterMs,
  );
  const outcome = (await isOutdated(dependencies, event, destination, verdict))
    ? await retryNow(dependencies, event)
    : await decide(dependencies, event, result, verdict, retryAfterMs);
  failpoint('track.after-decision');
  note(dependencies, event, result, outcome);
  count(dependencies, event, outcome);
  await dependencies.health.record(event.store, destination, verdict);
  return outcome;
}

/** Returns true if a failure is of an endpoint or key that was replaced during the call; the current one decides. */
async function isOutdated(
  { destinations }: TrackDependencies,
  event: EventDoc,
  { revision }: StoreDestination,
  verdict: TrackVerdict,
): Promise<boolean> {
  if (verdict === 'delivered') return false;
  try {
    return (await destinations.get(event.store))?.revision !== revision;
  } catch (error) {
    if (error instanceof SecretUnreadable) return true;
    throw error;
  }
}

async function retryNow({ outbox }: TrackDependencies, event: EventDoc): Promise<TrackOutcome> {
  await outbox.retryLater(event, 0, {});
  return 'retry';
}

function getRetryAfterDelay(result: TrackResult, now: (() => number) | undefined): number | undefined {
  const seconds = retryAfterSeconds(result.headers, now?.());
  return seconds === undefined ? undefined : retryAfterDelay(seconds);
}

async function decide(
  { outbox, random }: TrackDependencies,
  event: EventDoc,
  result: TrackResult,
  verdict: TrackVerdict,
  retryAfterMs: number | undefined,
): Promise<TrackOutcome> {
  if (verdict === 'delivered') {
    await outbox.deliver(event);
    return 'delivered';
  }
  if (verdict !== 'retry') {
    await outbox.drop(event, whyEnded(result));
    return 'dropped';
  }
  const { attempt, retryAfterCount } = event.forward;
  if (retryAfterMs !== undefined && retryAfterCount < maxRetryAfterWaits) {
    await outbox.retryLater(event, retryAfterMs, {
      retryAfterCount: retryAfterCount + 1,
      deferrals: 0,
    });
    return 'retry';
  }
  const delayMs = getRetryDelay('event', attempt + 1, random);
  if (delayMs === undefined) {
    await outbox.drop(event, `every attempt failed; the last one: ${whyEnded(result)}`);
    return 'dropped';
  }
  await outbox.retryLater(event, delayMs, { attempt: attempt + 1, deferrals: 0 });
  return 'retry';
}

function whyEnded({ status, answer }: TrackResult): string {
  return status === undefined ? answer : `the endpoint responded with ${status}`;
}

function count({ tally, now = Date.now }: TrackDependencies, event: EventDoc, outcome: TrackOutcome): void {
  const added = toTallyNote(event, outcome, now());
  if (added) tally(added);
}

function note(
  { deliveries, now = Date.now }: TrackDependencies,
  event: EventDoc,
  { status, refusal, ms, answer }: TrackResult,
  outcome: TrackOutcome,
): void {
  deliveries.record(event.store, {
    event: event._id,
    name: forwardedName(event.event),
    at: new Date(now()),
    attempt: event.forward.attempt + event.forward.retryAfterCount + 1,
    outcome,
    ms,
    answer,
    ...(status === undefined ? {} : { status }),
    ...(refusal === undefined ? {} : { error: refusal }),
  });
}
