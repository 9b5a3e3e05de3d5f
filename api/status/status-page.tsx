import type { IncidentDoc } from '../../shared/incidents/incident-model.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { publicRooms } from '../html/rooms.ts';
import { toolPage } from '../html/tool-page.tsx';
import type { Readiness } from '../ops/readiness.ts';
import { Badge, Status, type Tone } from '../web/design/components/status.tsx';
import { type Column, Table } from '../web/design/components/table.tsx';
import { statusTexts } from './current-status.ts';
import { OpenIncidents, PastIncidents } from './incident-section.tsx';
import { type ServiceDay, shownDays, type Tally } from './service-days.ts';

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
  name: 'api' | 'renders' | 'queue';
  title: string;
  /** After a number. */
  unit: string;
  /** After the number of those that were not well. */
  bad: string;
  about: string;
}

const parts: readonly Part[] = [
  {
    name: 'api',
    title: 'API',
    unit: 'calls',
    bad: 'failed',
    about: 'Calls with a key that had a response below 500.',
  },
  {
    name: 'renders',
    title: 'Renders',
    unit: 'renders',
    bad: 'failed',
    about: 'Live renders that succeeded.',
  },
  {
    name: 'queue',
    title: 'Queue',
    unit: 'renders',
    bad: 'were late',
    about: 'Live renders that were decided before their deadline.',
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
        {page.days ? (
          <>
            {parts.map((part) => (
              <History key={part.name} part={part} days={page.days!} />
            ))}
            <BadDays days={page.days} />
          </>
        ) : (
          <p>The last days are being counted; open the page again in a minute.</p>
        )}
        <Events waiting={page.waitingEvents} />
        <PastIncidents incidents={page.incidents} />
      </div>
    ),
  });
};

const formatCount = (count: number) => new Intl.NumberFormat('en').format(count);
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

function History({ part, days }: { part: Part; days: readonly ServiceDay[] }) {
  const { name, title, unit, about } = part;
  const measured = days.map((day) => day[name]).filter(({ good, bad }) => good + bad > 0);
  const sum = measured.reduce((total, { good, bad }) => ({ good: total.good + good, bad: total.bad + bad }), {
    good: 0,
    bad: 0,
  });
  return (
    <section aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      <p class="soft">{about}</p>
      <div class="status-days" aria-hidden="true">
        {days.map((day) => (
          <span key={day.day} class={`status-day status-${getTone(day[name])}`} title={describe(day, part)} />
        ))}
      </div>
      <p>
        {measured.length === 0
          ? `No data of the last ${shownDays} days.`
          : `${formatShare(toShare(sum))} of ${formatCount(sum.good + sum.bad)} ${unit}, on ${measured.length} of ${shownDays} days; there is no data of the others.`}
      </p>
    </section>
  );
}

function describe(day: ServiceDay, { name, unit, bad: verb }: Part): string {
  const { good, bad } = day[name];
  if (good + bad === 0) return `${day.day}: no data`;
  return `${day.day}: ${formatCount(bad)} of ${formatCount(good + bad)} ${unit} ${verb}`;
}

/** Days on which a part was not well, in words. */
function BadDays({ days }: { days: readonly ServiceDay[] }) {
  const rows = [...days]
    .reverse()
    .flatMap(({ day, ...tallies }) =>
      parts
        .map((part) => ({ day, ...part, tally: tallies[part.name] }))
        .filter(({ tally }) => !['success', 'neutral'].includes(getTone(tally))),
    );
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { heading: 'Day (UTC)', cell: ({ day }) => day, kind: 'tight' },
    { heading: 'Part', cell: ({ title, tally }) => <Status tone={getTone(tally)}>{title}</Status> },
    { heading: 'Good', cell: ({ tally }) => formatShare(toShare(tally)), kind: 'number' },
    {
      heading: 'Of',
      cell: ({ tally, unit }) => `${formatCount(tally.good + tally.bad)} ${unit}`,
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

function Events({ waiting }: { waiting: number | undefined }) {
  const isLate = waiting === undefined || waiting >= manyEvents;
  return (
    <section aria-labelledby="events">
      <h2 id="events">Events</h2>
      <p class="soft">
        Their past days are not measured: what is forwarded late depends on the merchants’ endpoints.
      </p>
      <p>
        <Status tone={isLate ? 'warning' : 'success'}>
          {waiting === undefined
            ? 'Not known at the moment.'
            : `${formatCount(waiting)}${waiting >= manyEvents ? ' or more' : ''} wait to be forwarded now.`}
        </Status>
      </p>
    </section>
  );
}
