import type { DeliveryLog } from '../../shared/deliveries/delivery-log.ts';
import { forwardedName } from '../../shared/events/event-map.ts';
import type { EventDoc } from '../../shared/events/event-model.ts';
import { failpoint } from '../../shared/failpoints.ts';
import type { TrackJobData } from '../../shared/jobs/track-job.ts';
import type { Outbound } from '../../shared/outbound/outbound.ts';
import { SecretUnreadable } from '../../shared/secrets/secret-box.ts';
import { trackPayload } from '../../shared/track/payload.ts';
import { type Verdict, verdictOf } from '../../shared/track/policy.ts';
import { sendTrack, type TrackAnswer } from '../../shared/track/send-track.ts';
import { retryAfterSeconds } from '../providers/http/retry-after.ts';
import { type JobContext, PutBack, ShuttingDown } from '../runtime.ts';
import { deferralDelay, longestPendingMs, retryDelay, toldBudget, toldDelay } from './backoff.ts';
import type { DestinationGate, VisitOutcome } from './destination-gate.ts';
import type { Destinations, StoreDestination } from './destinations.ts';
import type { IntegrationHealth } from './integration-health.ts';
import type { Outbox } from './outbox.ts';

export interface TrackDependencies {
  outbox: Outbox;
  destinations: Destinations;
  gate: DestinationGate;
  outbound: Pick<Outbound, 'request'>;
  health: IntegrationHealth;
  deliveries: DeliveryLog;
  now?: () => number;
  random?: () => number;
}

/** What becomes of a job; one word, since BullMQ keeps it. */
export type TrackOutcome = 'skipped' | 'delivered' | 'retry' | 'dropped' | 'deferred' | 'given-back';

/**
 * Forwards one event: reads it and its destination, asks for room, calls, and writes down what came of
 * it. At least once: a worker that dies after the call leaves the event pending, and the repeat carries
 * the same id.
 * @throws PutBack when the destination is at its cap.
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
  const entry = gate.enter({ store: event.store, origin: destination.origin });
  if ('leave' in entry) return visit(dependencies, event, destination, entry, context);
  if (entry.refused === 'busy') throw new PutBack(entry.waitMs);
  return defer(dependencies, event, entry.waitMs);
}

async function readDestination({ destinations }: TrackDependencies, event: EventDoc, { log }: JobContext) {
  try {
    const known = await destinations.get(event.store);
    if (known?.state === 'Connected') return known;
    // Dropping is for good: what was read a second ago may have been mended since.
    destinations.forget(event.store);
    return await destinations.get(event.store);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    // Ours to mend, not the merchant's: the events wait until the operator has put the key back.
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
  leastMs: number,
): Promise<TrackOutcome> {
  const { deferrals, since } = event.forward;
  if (now() - since.getTime() > longestPendingMs) {
    await outbox.drop(event, 'the endpoint was away for too long');
    return 'dropped';
  }
  await outbox.again(event, deferralDelay(deferrals, leastMs, random), { deferrals: deferrals + 1 });
  return 'deferred';
}

async function visit(
  dependencies: TrackDependencies,
  event: EventDoc,
  destination: StoreDestination,
  entry: { leave(outcome: VisitOutcome, restMs?: number): void },
  context: JobContext,
): Promise<TrackOutcome> {
  const { outbound } = dependencies;
  let answer: TrackAnswer;
  try {
    failpoint('track.before-send');
    answer = await sendTrack(outbound, {
      endpoint: destination.endpoint!,
      writeKey: destination.writeKey,
      id: event._id,
      payload: trackPayload(event, destination.slug),
      signal: context.signal,
    });
    failpoint('track.after-send');
  } catch (error) {
    entry.leave('abandoned');
    if (!(error instanceof ShuttingDown)) throw error;
    await dependencies.outbox.again(event, 0, {});
    return 'given-back';
  }
  const verdict = verdictOf(answer);
  const toldMs = verdict === 'retry' ? toldDelayOf(answer, dependencies.now) : undefined;
  entry.leave(verdict === 'retry' && toldMs === undefined ? 'away' : 'alive', toldMs);
  const outcome = await decide(dependencies, event, answer, verdict, toldMs);
  failpoint('track.after-decision');
  note(dependencies, event, answer, outcome);
  await dependencies.health.heard(event.store, destination, verdict);
  return outcome;
}

function toldDelayOf(answer: TrackAnswer, now: (() => number) | undefined): number | undefined {
  const seconds = retryAfterSeconds(answer.headers, now?.());
  return seconds === undefined ? undefined : toldDelay(seconds);
}

async function decide(
  { outbox, random }: TrackDependencies,
  event: EventDoc,
  answer: TrackAnswer,
  verdict: Verdict,
  toldMs: number | undefined,
): Promise<TrackOutcome> {
  if (verdict === 'delivered') {
    await outbox.deliver(event);
    return 'delivered';
  }
  if (verdict !== 'retry') {
    await outbox.drop(event, whyEnded(answer));
    return 'dropped';
  }
  const { attempt, told } = event.forward;
  if (toldMs !== undefined && told < toldBudget) {
    await outbox.again(event, toldMs, { told: told + 1, deferrals: 0 });
    return 'retry';
  }
  const delayMs = retryDelay(attempt + 1, random);
  if (delayMs === undefined) {
    await outbox.drop(event, `every try failed; the last one: ${whyEnded(answer)}`);
    return 'dropped';
  }
  await outbox.again(event, delayMs, { attempt: attempt + 1, deferrals: 0 });
  return 'retry';
}

function whyEnded({ status, answer }: TrackAnswer): string {
  return status === undefined ? answer : `the endpoint answered ${status}`;
}

function note(
  { deliveries, now = Date.now }: TrackDependencies,
  event: EventDoc,
  { status, refusal, ms, answer }: TrackAnswer,
  outcome: TrackOutcome,
): void {
  deliveries.note(event.store, {
    event: event._id,
    name: forwardedName(event.event),
    at: new Date(now()),
    attempt: event.forward.attempt + event.forward.told + 1,
    outcome,
    ms,
    answer,
    ...(status === undefined ? {} : { status }),
    ...(refusal === undefined ? {} : { error: refusal }),
  });
}
