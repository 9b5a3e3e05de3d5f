import type { Queue } from 'bullmq';
import type { Audit } from '../../shared/audit/audit.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import type { ProviderDay } from '../../shared/metrics/provider-tally.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { WebFiles } from '../assets/web-files.ts';
import type { StreamPlaces } from '../http/stream-places.ts';
import type { People } from '../identity/people.ts';
import type { FleetOverview } from './fleet.ts';
import type { HourOutcomes } from './outcomes.ts';
import type { FleetHealth } from './provider-health.ts';
import type { Readiness } from './readiness.ts';

/** The dependencies of the operators' pages. */
export interface OperatorDependencies {
  people: People;
  audit: Audit;
  database: Pick<
    Database,
    | 'renders'
    | 'accounts'
    | 'ledger'
    | 'costDays'
    | 'keys'
    | 'stores'
    | 'users'
    | 'members'
    | 'sessions'
    | 'requests'
    | 'events'
    | 'deliveries'
    | 'incidents'
    | 'audit'
  >;
  queues: readonly Queue[];
  /** Of the events that are forwarded. */
  trackQueue: Queue;
  config: Pick<
    Config,
    | 'OPS_USER'
    | 'OPS_PASSWORD'
    | 'OPS_WRITABLE'
    | 'NODE_ENV'
    | 'PROVIDER_COSTS'
    | 'RATE_LIMIT_PER_MINUTE'
    | 'RATE_LIMIT_CONCURRENT'
  >;
  web: () => WebFiles;
  readiness: () => Promise<Readiness>;
  /** Bounds the open streams of each operator. */
  streams: StreamPlaces;
  /** Aborts when this process stops. */
  stopping: AbortSignal;
  /** The workers that reported recently. */
  fleet: () => Promise<FleetOverview>;
  /** Today's tries of each render provider. */
  providers: () => Promise<ProviderDay[]>;
  /** The current state of each render provider. */
  health: () => Promise<FleetHealth>;
  /** The outcomes of each of the last 24 hours. */
  outcomes: () => Promise<HourOutcomes[]>;
  /** Opens or closes the breaker of a provider by hand, for the whole fleet. */
  breakers: { open(provider: string, ms: number): Promise<void>; close(provider: string): Promise<void> };
  /** Has a worker take no more renders, or take them again. */
  drain: (worker: string, draining: boolean) => Promise<void>;
  /** Withdraws an open render; null when it has ended. */
  withdraw: (renderId: string) => Promise<RenderDoc | null>;
  /** Returns a running render to its queue; null when it is not running, or has no attempt left. */
  retry: (renderId: string) => Promise<RenderDoc | null>;
}
