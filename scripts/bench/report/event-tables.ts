import type { DelayFigures, DelaySpread } from '../measurements/event-delay.ts';
import type { ForwardingFigures } from '../measurements/event-forwarding.ts';
import type { IngestFigures, IngestSide } from '../measurements/event-ingest.ts';
import type { EventFigures } from '../measurements/events.ts';
import { digits, markdownTable, met, percent } from './markdown.ts';

const toCpu = (cpu: Record<string, number>) => {
  const sum = Object.values(cpu).reduce((total, ms) => total + ms, 0);
  const parts = Object.entries(cpu).map(([name, ms]) => `${name} ${digits(ms)}`);
  return `${digits(sum)} (${parts.join(', ')})`;
};

const spread = ({ p50, p99, max }: DelaySpread) => [p50, p99, max].map((ms) => digits(ms));

function ingestTable({ connected, stored, bare, share }: IngestFigures): string {
  const row = (name: string, side: IngestSide, ratio: string, goal: string) => [
    name,
    digits(side.perSecond),
    ratio,
    digits(side.p50),
    digits(side.p99),
    toCpu(side.cpu),
    goal,
  ];
  return markdownTable([
    ['`POST /api/events`', 'Events/s', 'share', 'p50 ms', 'p99 ms', 'CPU ms an event', 'Goal'],
    row(
      'store with an endpoint: saved, job enqueued',
      connected,
      percent(share.connected),
      `≥ 50 %: ${met(share.connected >= 0.5)}`,
    ),
    row('store without one: saved', stored, percent(share.stored), ''),
    row('bare: `express.json`, one insert', bare, '', ''),
  ]);
}

function forwardingTable(figures: ForwardingFigures): string {
  const { perSecond, rounds, events, destinations, workers, calls, cpu } = figures;
  return markdownTable([
    ['Backlog', 'Destinations', 'Workers', 'Events/s', 'rounds', 'calls an event', 'CPU ms an event', 'Goal'],
    [
      String(events),
      String(destinations),
      String(workers),
      digits(perSecond),
      rounds.map((rate) => digits(rate)).join(', '),
      digits(calls),
      toCpu(cpu),
      `≥ 1,000/s: ${met(perSecond >= 1000)}`,
    ],
  ]);
}

function delayTable({ perSecond, events, sinceAccepted, sinceSent, cpu }: DelayFigures): string {
  return markdownTable([
    ['Events/s', 'Events', 'First attempt arrives', 'p50 ms', 'p99 ms', 'max ms', 'CPU ms an event', 'Goal'],
    [
      String(perSecond),
      String(events),
      'after the 202',
      ...spread(sinceAccepted),
      toCpu(cpu),
      `p99 < 50 ms: ${met(sinceAccepted.p99 < 50)}`,
    ],
    ['', '', 'after the request was sent', ...spread(sinceSent), '', ''],
  ]);
}

/** Returns the measurements of events as Markdown. */
export function eventTables({ ingest, forwarding, delay }: EventFigures): string {
  return [
    `### Event ingest, ${ingest.callers} callers`,
    ingestTable(ingest),
    '### Delay from accepted to the first attempt',
    delayTable(delay),
    '### Forwarding',
    forwardingTable(forwarding),
  ].join('\n\n');
}
