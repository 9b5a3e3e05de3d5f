import { daySeconds } from '../../shared/time.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { PauseButton } from '../html/pause-button.tsx';
import { RoomSection } from '../html/room-page.tsx';
import type { Person } from '../identity/person.ts';
import { Stat, Stats } from '../web/design/components/card.tsx';
import { Badge, Banner, Status } from '../web/design/components/status.tsx';
import { formatCount } from '../web/design/format-count.ts';
import { FailureSection } from './failure-section.tsx';
import { findProblems } from './find-problems.ts';
import { formatRate, formatSeconds } from './format.ts';
import { opsPage } from './ops-page.tsx';
import { OutcomeSection } from './outcome-section.tsx';
import { sumOutcomes } from './outcomes.ts';
import type { Overview } from './overview.ts';
import { ProviderStates } from './provider-states.tsx';
import { ProviderSection } from './provider-table.tsx';
import { QueueSection } from './queue-section.tsx';
import { WorkerSection } from './worker-section.tsx';

interface OverviewPage {
  person: Person;
  overview: Overview;
  done?: string | undefined;
}

/** Returns the overview as HTML; a script brings it up to date by an event stream. */
export function overviewPage({ person, overview, done }: OverviewPage, files: EntryFiles): string {
  const { readiness, queues, fleet, providers, health, outcomes, failures } = overview;
  const children = (
    <>
      <Problems {...overview} />
      <OutcomeSection hours={outcomes} />
      <Stats label="At a glance">
        <ErrorRate outcomes={outcomes} />
        <Stat
          label="Renders waiting"
          value={readiness.queue.waiting ?? '–'}
          note={`maximum ${formatCount(readiness.queue.max)}`}
        />
        <Stat
          label="Workers running"
          value={fleet?.workers ?? '–'}
          note={fleet ? describeSlots(fleet.slots) : 'unknown'}
        />
        <Stat
          label="Average render"
          value={fleet?.runMs === undefined ? '–' : formatSeconds(fleet.runMs)}
          note="recent renders"
        />
      </Stats>
      <FailureSection failures={failures} />
      <WorkerSection workers={fleet?.live} token={person.formToken} />
      <ProviderStates health={health} token={person.formToken} />
      <ProviderSection days={providers} />
      <QueueSection queues={queues} token={person.formToken} />
      <RoomSection id="backends" title="Backends">
        <ul class="backends">
          {Object.entries(readiness.backends).map(([name, probe]) => (
            <Backend key={name} name={name} {...probe} />
          ))}
        </ul>
      </RoomSection>
    </>
  );
  const isWell = readiness.ready && readiness.status !== 'degraded';
  const beside = (
    <>
      <span role="status">
        <Badge tone={isWell ? 'success' : 'danger'}>{readiness.status}</Badge>
      </span>
      <span class="updates">
        <a class="reload" href="/ops">
          Load again
        </a>
        <PauseButton />
      </span>
    </>
  );
  const footer = describeProcess(overview);
  const updates = `/ops/updates${done === undefined ? '' : `?${new URLSearchParams({ done })}`}`;
  const page = { path: '/ops', title: 'Operations', person, done, updates, beside, children, footer };
  return opsPage(page, files);
}

function describeProcess({ process }: Overview): string {
  const memory = `${Math.round(process.memoryBytes / 1024 / 1024)} MiB`;
  return [
    `version ${process.version} on Node ${process.nodeVersion}`,
    `this API process: up ${formatDuration(process.uptimeSeconds)}, ${memory}`,
  ].join(' · ');
}

/** The error rate of the last 24 hours. */
function ErrorRate({ outcomes }: { outcomes: Overview['outcomes'] | undefined }) {
  const label = 'Error rate, 24 h';
  const sum = outcomes && sumOutcomes(outcomes);
  if (sum?.errorRate === undefined)
    return <Stat label={label} value="–" note={sum ? 'no renders' : 'unknown'} />;
  const note = `${formatCount(sum.failed)} of ${formatCount(sum.succeeded + sum.failed)} renders failed`;
  return <Stat label={label} value={formatRate(sum.errorRate)} note={note} />;
}

function Backend({ name, ok, ms }: { name: string; ok: boolean; ms: number }) {
  return (
    <li>
      <Status tone={ok ? 'success' : 'danger'}>
        <b>{name}</b> {ok ? `responds in ${ms} ms` : `no response after ${ms} ms`}
      </Status>
    </li>
  );
}

/** Always one line at least: nothing below it moves when a problem comes or goes. */
function Problems(overview: Overview) {
  const problems = findProblems(overview);
  return (
    <div role="status">
      <Banner tone={problems.length === 0 ? 'success' : 'warning'}>
        {problems.length === 0 ? 'No problem is known.' : problems.join(' ')}
      </Banner>
    </div>
  );
}

const describeSlots = (count: number) => (count === 1 ? '1 render at once' : `${count} renders at once`);

function formatDuration(total: number): string {
  const [days, hours, minutes] = [
    Math.floor(total / daySeconds),
    Math.floor(total / 3600) % 24,
    Math.floor(total / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}
