import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../shared/database/database.ts';
import type { EventDoc } from '../../../shared/events/event-model.ts';
import { countEvents } from '../../../shared/kpis/count-day.ts';
import { eventKpiNames } from '../../../shared/kpis/counters.ts';
import { toDay } from '../../../shared/kpis/kpi-model.ts';
import { getDriver } from '../../../shared/mongodb/driver.ts';
import type { EndpointCall, EventHistory, ReportedEvent } from './event-history.ts';

/** A contradiction between the calls of shoppers and endpoints and the database at rest. */
export interface EventFinding {
  kind: 'lost' | 'wrongly-dropped' | 'never-sent' | 'wrong-response' | 'miscounted';
  what: string;
  id: string;
}

export interface EventJudgement {
  reported: number;
  accepted: number;
  refused: number;
  unknown: number;
  /** Event documents by the state of their forwarding. */
  states: Record<string, number>;
  /** Calls at all endpoints, and those that sent an event again that had received 200. */
  calls: number;
  resent: number;
  findings: EventFinding[];
}

interface Facts {
  docs: Map<string, EventDoc>;
  calls: Map<string, EndpointCall[]>;
  /** Slugs without an endpoint. */
  unconnected: ReadonlySet<string>;
  /** Slugs whose endpoint has responded with 410. */
  gone: ReadonlySet<string>;
}

/** Compares every event with its document and with the calls at its endpoint, once nothing is in progress. */
export async function judgeEvents(
  database: Pick<Database, 'events' | 'kpiDays'>,
  history: EventHistory,
  unconnected: ReadonlySet<string>,
): Promise<EventJudgement> {
  const facts = await readFacts(database, history, unconnected);
  const findings: EventFinding[] = history.wrong.map(({ id, what }) => ({
    kind: 'wrong-response',
    what,
    id,
  }));
  for (const event of history.reported.values()) findings.push(...judgeEvent(event, facts));
  for (const id of new Set([...facts.docs.keys(), ...facts.calls.keys()])) {
    if (history.reported.has(id)) continue;
    const where = facts.docs.has(id) ? 'in the database' : 'at an endpoint';
    findings.push({ kind: 'never-sent', what: `an event without a report is ${where}`, id });
  }
  findings.push(...(await judgeCounters(database, facts)));
  const count = (verdict: string) =>
    [...history.reported.values()].filter((e) => e.verdict === verdict).length;
  const states: Record<string, number> = {};
  for (const { forward } of facts.docs.values()) states[forward.state] = (states[forward.state] ?? 0) + 1;
  return {
    reported: history.reported.size,
    accepted: count('accepted'),
    refused: count('refused'),
    unknown: count('unknown'),
    states,
    calls: history.calls.length,
    resent: countResent(facts),
    findings,
  };
}

async function readFacts(
  { events }: Pick<Database, 'events'>,
  history: EventHistory,
  unconnected: ReadonlySet<string>,
): Promise<Facts> {
  const docs = new Map<string, EventDoc>();
  for await (const doc of getDriver(events).find()) docs.set(doc._id, doc);
  const calls = new Map<string, EndpointCall[]>();
  for (const call of history.calls) calls.set(call.id, [...(calls.get(call.id) ?? []), call]);
  const gone = new Set(history.calls.filter(({ status }) => status === 410).map(({ slug }) => slug));
  return { docs, calls, unconnected, gone };
}

const isFinal = (status: number | undefined) => status !== undefined && status >= 400 && status < 500;

function judgeEvent(event: ReportedEvent, { docs, calls, unconnected, gone }: Facts): EventFinding[] {
  const { id, slug } = event;
  const found: EventFinding[] = [];
  const report = (kind: EventFinding['kind'], what: string) => found.push({ kind, what, id });
  const doc = docs.get(id);
  const mine = calls.get(id) ?? [];
  const statuses = mine.map(({ status }) => status);
  const arrived = statuses.includes(200);
  if (mine.some((call) => call.slug !== slug || call.anonymousId !== event.anonymousId)) {
    report('wrong-response', 'it arrived at another endpoint, or with another visitor');
  }
  if (!doc) {
    if (event.verdict === 'accepted') report('lost', 'accepted, but not in the database');
    if (mine.length > 0) report('never-sent', 'forwarded without being in the database');
    return found;
  }
  if (event.verdict === 'refused') report('wrong-response', 'rejected, but in the database');
  const { state, reason, attempt, nextAt } = doc.forward;
  const heard = `; the endpoint returned ${JSON.stringify(statuses)}`;
  if (unconnected.has(slug)) {
    if (state !== 'none' || mine.length > 0)
      report('never-sent', `without an endpoint, but ${state}${heard}`);
  } else if (state === 'pending') {
    report('lost', `pending at rest, tries ${attempt}, next at ${nextAt?.toISOString()}${heard}`);
  } else if (state === 'delivered' && !arrived) {
    report('lost', `recorded as delivered${heard}`);
  } else if (state === 'none') {
    report('lost', 'saved as if it had no endpoint');
  } else if (state === 'dropped' && !arrived && !statuses.some(isFinal) && !gone.has(slug)) {
    report('wrongly-dropped', `dropped: ${reason}${heard}`);
  }
  return found;
}

function countResent({ calls }: Facts): number {
  let resent = 0;
  for (const mine of calls.values()) {
    const first = mine.findIndex(({ status }) => status === 200);
    if (first >= 0) resent += mine.length - first - 1;
  }
  return resent;
}

/** Finds days whose saved counters differ from a count of the raw events. */
async function judgeCounters(
  database: Pick<Database, 'events' | 'kpiDays'>,
  { docs }: Pick<Facts, 'docs'>,
): Promise<EventFinding[]> {
  const days = new Map<string, { store: string; day: string }>();
  for (const { store, receivedAt } of docs.values()) {
    const day = toDay(receivedAt);
    days.set(`${store}.${day}`, { store, day });
  }
  const findings: EventFinding[] = [];
  for (const [id, { store, day }] of days) {
    const counted = await countEvents(database.events, store, day);
    const kept = (await database.kpiDays.findById(id).lean())?.counters;
    const shown = (counters: typeof kept) => eventKpiNames.map((name) => counters?.[name] ?? 0);
    if (isDeepStrictEqual(shown(kept), shown(counted))) continue;
    const what = `the day shows ${shown(kept).join(' ')}, its raw events are ${shown(counted).join(' ')}`;
    findings.push({ kind: 'miscounted', what, id });
  }
  return findings;
}

/** Returns true if the counters of every day agree with its raw events. */
export async function countersAgree(database: Pick<Database, 'events' | 'kpiDays'>): Promise<boolean> {
  const docs = new Map<string, EventDoc>();
  for await (const doc of getDriver(database.events).find()) docs.set(doc._id, doc);
  return (await judgeCounters(database, { docs })).length === 0;
}
