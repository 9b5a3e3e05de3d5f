import pTimeout from 'p-timeout';
import type { Database } from '../../shared/database/database.ts';
import type { IncidentDoc } from '../../shared/incidents/incident-model.ts';
import { listIncidents } from '../../shared/incidents/incidents.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import type { WebFiles } from '../assets/web-files.ts';
import { pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import type { Readiness } from '../ops/readiness.ts';
import { sampled } from '../ops/sampled.ts';
import { readServiceDays, type ServiceDay } from './service-days.ts';
import { statusPage } from './status-page.tsx';

export interface StatusDependencies {
  web: () => WebFiles;
  readiness: () => Promise<Readiness>;
  readDays(): Promise<ServiceDay[]>;
  countWaitingEvents(): Promise<number>;
  readIncidents(): Promise<IncidentDoc[]>;
}

const sampleMs = 60_000;
const maxCounted = 10_000;
const waitMs = 1_500;

/** Reads for /status, at most once a minute for all visitors. */
export function createStatusReads(
  database: Pick<Database, 'renders' | 'requests' | 'serviceDays' | 'events' | 'incidents'>,
): Pick<StatusDependencies, 'readDays' | 'countWaitingEvents' | 'readIncidents'> {
  const waiting = { 'forward.nextAt': { $gt: new Date(0) } };
  return {
    readDays: sampled(() => readServiceDays(database), sampleMs),
    countWaitingEvents: sampled(
      () => getDriver(database.events).countDocuments(waiting, { limit: maxCounted }),
      sampleMs,
    ),
    readIncidents: sampled(() => listIncidents(database.incidents)),
  };
}

const getStatus = defineRoute({
  ...pageFacts,
  id: 'getStatus',
  path: '/status',
  access: 'anyone',
  summary: 'Status of the service for people',
  cache: 'public, max-age=60',
  handle: async (dependencies: StatusDependencies, { res }) => {
    const { web, readiness, readDays, countWaitingEvents, readIncidents } = dependencies;
    const [{ status }, days, waitingEvents, incidents] = await Promise.all([
      readiness(),
      // A database that does not respond is what the page is there to say; a long count is there for the next visitor.
      pTimeout(readDays(), { milliseconds: waitMs }).catch(() => undefined),
      pTimeout(countWaitingEvents(), { milliseconds: waitMs }).catch(() => undefined),
      pTimeout(readIncidents(), { milliseconds: waitMs }).catch(() => []),
    ]);
    res.type('html').send(statusPage({ status, days, waitingEvents, incidents }, web().build.home));
  },
});

export const statusRoutes = [getStatus];
