import type { ComponentChildren } from 'preact';
import { type IncidentDoc, type ServicePart, serviceParts } from '../../shared/incidents/incident-model.ts';
import type { Tally } from '../../shared/status/service-day-model.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { publicRooms } from '../html/rooms.ts';
import { SignInLink } from '../html/sign-in-link.tsx';
import { toolPage } from '../html/tool-page.tsx';
import type { Readiness } from '../ops/readiness.ts';
import { Badge, Status, type Tone } from '../web/design/components/status.tsx';
import { type Column, Table } from '../web/design/components/table.tsx';
import { formatCount } from '../web/design/format-count.ts';
import { statusTexts } from './current-status.ts';
import { OpenIncidents, PastIncidents } from './incident-section.tsx';
import { type ServiceDay, shownDays } from './service-days.ts';

export interface StatusPage {
  status: Readiness['status'];
  /** The oldest first; absent: they could not be read. */
  days: readonly ServiceDay[] | undefined;
  /** Events that wait to be forwarded to merchants' endpoints; absent: not known. */
  waitingEvents: number | undefined;
  /** The newest first. */
  incidents: readonly IncidentDoc[];
}

interface Part {
  name: ServicePart;
  /** After the number 1; other numbers add an s. */
  unit: string;
  /** After the number of those that were not well. */
  bad: string;
  about: string;
  /** Of a day without numbers. */
  none: 'no data' | 'no record';
}

const parts: readonly Part[] = [
  {
    name: 'api',
    unit: 'call',
    bad: 'failed',
    about: 'Calls with a key that had a response below 500.',
    none: 'no data',
  },
  {
    name: 'renders',
    unit: 'render',
    bad: 'failed',
    about: 'Live renders that succeeded.',
    none: 'no data',
  },
  {
    name: 'queue',
    unit: 'render',
    bad: 'were late',
    about: 'Live renders that were decided before their deadline.',
    none: 'no data',
  },
  {
    name: 'events',
    unit: 'event',
    bad: 'were late',
    about: 'Events that were first forwarded to the merchant’s endpoint within a minute of their arrival.',
    none: 'no record',
  },
];

/** `/status`: whether the service works, now and on the last 90 days. */
export const statusPage = (page: StatusPage, { styles }: EntryFiles): string => {
  const [tone, text] = statusTexts[page.status];
  return toolPage({
    title: 'Status · Render platform',
    files: { styles },
    path: '/status',
    room: { href: '/status', title: 'Status' },
    rooms: publicRooms,
    menu: <SignInLink />,
    current: '/status',
    children: (
      <div class="home">
        <header>
          <h1>Status</h1>
          <p>
            <Badge tone={tone}>{text}</Badge>
          </p>
        </header>
        <OpenIncidents incidents={page.incidents} />
        <Parts {...page} />
        <PastIncidents incidents={page.incidents} />
      </div>
    ),
  });
};

function Parts({ days, waitingEvents }: StatusPage) {
  const waiting = <WaitingEvents waiting={waitingEvents} />;
  if (days)
    return (
      <>
        {parts.map((part) => (
          <History key={part.name} part={part} days={days}>
            {part.name === 'events' && [<Endpoints days={days} />, waiting]}
          </History>
        ))}
        <BadDays days={days} />
      </>
    );
  return (
    <>
      <p>The last days are being counted; open the page again in a minute.</p>
      <section aria-labelledby="events">
        <h2 id="events">{serviceParts.events}</h2>
        {waiting}
      </section>
    </>
  );
}

const formatShare = (share: number) =>
  new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 }).format(share);

/** Rounds down: one failure among many is not 100 %. */
const toShare = ({ good, bad }: Tally) => Math.floor((good / (good + bad)) * 10_000) / 10_000;

/** The least share of what went well, and how a day with it looks. */
const levels: readonly { from: number; tone: Tone }[] = [
  { from: 0.99, tone: 'success' },
  { from: 0.9, tone: 'warning' },
  { from: 0, tone: 'danger' },
];

const getTone = (tally: Tally): Tone =>
  tally.good + tally.bad === 0 ? 'neutral' : levels.find(({ from }) => toShare(tally) >= from)!.tone;

interface HistoryProps {
  part: Part;
  days: readonly ServiceDay[];
  children?: ComponentChildren;
}

function History({ part, days, children }: HistoryProps) {
  const { name, unit, about, none } = part;
  const measured = days.map((day) => day[name]).filter(({ good, bad }) => good + bad > 0);
  const sum = measured.reduce((total, { good, bad }) => ({ good: total.good + good, bad: total.bad + bad }), {
    good: 0,
    bad: 0,
  });
  return (
    <section aria-labelledby={name}>
      <h2 id={name}>{serviceParts[name]}</h2>
      <p class="soft">{about}</p>
      <div class="status-days" aria-hidden="true">
        {days.map((day) => (
          <span key={day.day} class={`status-day status-${getTone(day[name])}`} title={describe(day, part)} />
        ))}
      </div>
      <p>
        {measured.length === 0
          ? `There is ${none} for the last ${shownDays} days.`
          : `${formatShare(toShare(sum))} of ${formatUnits(sum, unit)} on ${formatDays(measured.length, none)}.`}
      </p>
      {children}
    </section>
  );
}

function describe(day: ServiceDay, { name, unit, bad: verb, none }: Part): string {
  const { good, bad } = day[name];
  if (good + bad === 0) return `${day.day}: ${none}`;
  return `${day.day}: ${formatCount(bad)} of ${formatUnits(day[name], unit)} ${verb}`;
}

function formatUnits({ good, bad }: Tally, unit: string): string {
  return `${formatCount(good + bad)} ${good + bad === 1 ? unit : `${unit}s`}`;
}

function formatDays(measured: number, none: string): string {
  return measured === shownDays
    ? `${shownDays} days`
    : `${measured} of ${shownDays} days; there is ${none} for the others`;
}

/** Days on which a part was not well, in words. */
function BadDays({ days }: { days: readonly ServiceDay[] }) {
  const rows = [...days]
    .reverse()
    .flatMap((day) =>
      parts
        .map((part) => ({ ...part, day: day.day, tally: day[part.name] }))
        .filter(({ tally }) => !['success', 'neutral'].includes(getTone(tally))),
    );
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { heading: 'Day (UTC)', cell: ({ day }) => day, kind: 'tight' },
    {
      heading: 'Part',
      cell: ({ name, tally }) => <Status tone={getTone(tally)}>{serviceParts[name]}</Status>,
    },
    { heading: 'Good', cell: ({ tally }) => formatShare(toShare(tally)), kind: 'number' },
    {
      heading: 'Of',
      cell: ({ tally, unit }) => formatUnits(tally, unit),
      kind: 'number',
    },
  ];
  return (
    <section aria-labelledby="bad-days">
      <h2 id="bad-days">Days below 99 %</h2>
      <Table
        label="Days below 99 %"
        columns={columns}
        rows={rows}
        empty={<p class="soft">There was none on the days with data.</p>}
      />
    </section>
  );
}

/** Far fewer than what is ever late. */
const manyEvents = 10_000;

function WaitingEvents({ waiting }: { waiting: number | undefined }) {
  const isLate = waiting === undefined || waiting >= manyEvents;
  return (
    <p>
      <Status tone={isLate ? 'warning' : 'success'}>
        {waiting === undefined
          ? 'Not known at the moment.'
          : `${formatCount(waiting)}${waiting >= manyEvents ? ' or more' : ''} wait to be forwarded now.`}
      </Status>
    </p>
  );
}

/** The ends of the events that were forwarded: merchants’ part of it. */
function Endpoints({ days }: { days: readonly ServiceDay[] }) {
  const sum = (name: keyof ServiceDay['forwarded']) =>
    days.reduce((total, { forwarded }) => total + forwarded[name], 0);
  const [delivered, dropped] = [sum('delivered'), sum('dropped')];
  if (delivered + dropped === 0) return undefined;
  return (
    <p>
      Merchants’ endpoints accepted {formatCount(delivered)} of them; {formatCount(dropped)} were given up,
      because the endpoint refused them or did not respond.
    </p>
  );
}
