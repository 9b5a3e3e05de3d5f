import type { ComponentChildren } from 'preact';
import {
  type BreakerState,
  breakerPolicy,
  countedFailures,
  getPhase,
  getProbe,
} from '../../shared/breaker/breaker-state.ts';
import type { ErrorKind, LastError } from '../../shared/metrics/provider-errors.ts';
import { daySeconds } from '../../shared/time.ts';
import { PageForm } from '../html/page-form.tsx';
import { RoomSection } from '../html/room-page.tsx';
import { Button } from '../web/design/components/button.tsx';
import { Status, type Tone } from '../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../web/design/components/table.tsx';
import { heldMinutes } from './fleet-actions.ts';
import type { FleetHealth, ProviderHealth } from './provider-health.ts';

export const toProviderPath = (provider: string) => `/ops/providers/${encodeURIComponent(provider)}`;

const errorText: Record<ErrorKind, string> = {
  rejected: 'rejected',
  safety: 'rejected for safety',
  failed: 'failed',
  hung: 'no response in time',
  unavailable: 'unavailable',
};

const probeText: Record<ReturnType<typeof getProbe>, string> = {
  running: 'a probe render is running',
  passed: 'renders are tried again',
  wanted: 'the next render is the probe',
};

/** Content of a table cell: a short text, its status, and a note below it. */
interface Cell {
  text: ComponentChildren;
  note?: string;
  status?: Tone;
}

interface Props {
  health: FleetHealth | undefined;
  /** Of the forms. */
  token: string;
}

/** The current state of each render provider: its workers, its breaker, and its last error. */
export const ProviderStates = ({ health, token }: Props) => (
  <RoomSection
    id="provider-states"
    title="Render providers now"
    lead={`A provider that is off is not tried for ${heldMinutes} minutes: its renders go to the next one of the chain.`}
  >
    <Table
      label="Render providers now"
      columns={health ? toColumns(health.nowMs, token) : []}
      rows={health?.providers ?? []}
      empty="The providers could not be read."
    />
  </RoomSection>
);

const toColumns = (nowMs: number, token: string): readonly Column<ProviderHealth>[] => [
  {
    heading: 'Provider',
    cell: ({ provider, testOnly }) =>
      showCell({
        text: <a href={toProviderPath(provider)}>{provider}</a>,
        ...(testOnly && { note: 'test keys only' }),
      }),
  },
  { heading: 'Workers', cell: ({ workers }) => showCell(workersCell(workers)) },
  { heading: 'Breaker', cell: ({ breaker }) => showCell(breakerCell(breaker, nowMs)) },
  { heading: 'Failures in a row', cell: ({ breaker }) => showCell(failuresCell(breaker, nowMs)) },
  { heading: 'Last error', cell: ({ lastError }) => showCell(errorCell(lastError, nowMs)) },
  {
    heading: 'By hand',
    cell: ({ provider, breaker }) => {
      const isClosed = getPhase(breaker, nowMs) === 'closed';
      const name = isClosed ? 'Switch off' : 'Try again';
      return (
        <PageForm action={`${toProviderPath(provider)}/${isClosed ? 'open' : 'close'}`} token={token} inline>
          <Button type="submit" aria-label={`${name}: ${provider}`}>
            {name}
          </Button>
        </PageForm>
      );
    },
  },
];

const showCell = ({ text, note, status }: Cell) => (
  <>
    {status ? <Status tone={status}>{text}</Status> : text}
    {note && <CellNote>{note}</CellNote>}
  </>
);

function workersCell(workers: number): Cell {
  return workers === 0
    ? { text: 'none', status: 'danger' }
    : { text: `${workers} running`, status: 'success' };
}

/** Says whether renders use the provider; the time is UTC. */
export function breakerCell(state: BreakerState, nowMs: number): Cell {
  const phase = getPhase(state, nowMs);
  if (phase === 'closed') return { text: 'closed', status: 'success' };
  if (phase === 'half-open')
    return { text: 'half-open', note: probeText[getProbe(state, nowMs)], status: 'warning' };
  const until = new Date(state.openUntil).toISOString().slice('2026-11-21T'.length, -'.000Z'.length);
  const seconds = Math.ceil((state.openUntil - nowMs) / 1000);
  return { text: 'open', note: `until ${until} UTC, ${seconds} s from now`, status: 'danger' };
}

export function failuresCell(state: BreakerState, nowMs: number): Cell {
  const counted = getPhase(state, nowMs) === 'closed' ? countedFailures(state, nowMs) : state.failures;
  const text = `${counted} of ${breakerPolicy.threshold}`;
  if (state.trips === 0) return { text };
  return { text, note: state.trips === 1 ? 'opened once' : `opened ${state.trips} times` };
}

export function errorCell(error: LastError | undefined, nowMs: number): Cell {
  return error ? { text: errorText[error.kind], note: ago(nowMs - error.at) } : { text: 'none recently' };
}

/** Clocks of workers may be ahead: a negative time counts as 0. */
function ago(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < daySeconds
    ? `${Math.floor(seconds / 3600)} h ago`
    : `${Math.floor(seconds / daySeconds)} d ago`;
}
