import type { ProviderAttempt } from '../../../shared/renders/chain-progress.ts';
import { readChainProgress } from '../../../shared/renders/chain-progress.ts';
import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import { isTerminal } from '../../../shared/renders/states.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { Button } from '../../web/design/components/button.tsx';
import { type Fact, Facts } from '../../web/design/components/card.tsx';
import { Banner } from '../../web/design/components/status.tsx';
import { type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { Breadcrumbs } from '../../web/design/frame/frame.tsx';
import { formatSeconds } from '../format.ts';
import { opsPage } from '../ops-page.tsx';
import { finder, StateBadge } from './render-link.tsx';

interface RenderPage {
  person: Person;
  render: RenderDoc;
  done?: string | undefined;
}

/** Everything an operator needs to explain one render; neither images nor texts of products. */
export function renderPage({ person, render, done }: RenderPage, files: EntryFiles): string {
  const { _id, state, failure } = render;
  const children = (
    <>
      {failure && (
        <Banner tone="danger">
          <b>{failure.code}</b> {failure.message}
        </Banner>
      )}
      <RoomSection id="render" title="Render">
        <Facts facts={describeRender(render)} />
      </RoomSection>
      <RoomSection id="times" title="Times (UTC)">
        <Table label="Times" columns={timeColumns} rows={toTimeline(render)} />
      </RoomSection>
      <Attempts render={render} />
      {!isTerminal(state) && <Withdraw id={_id} token={person.formToken} />}
    </>
  );
  const above = <Breadcrumbs trail={[{ href: '/ops', title: 'Operations' }, finder]} title={_id} />;
  const beside = (
    <span role="status">
      <StateBadge state={state} />
    </span>
  );
  const path = `${finder.href}/${_id}`;
  return opsPage({ path, title: _id, person, done, above, beside, children }, files);
}

function describeRender(render: RenderDoc): Fact[] {
  const { requestId, lease, result, webhook, output } = render;
  return [
    [
      'Account',
      <a href={`/ops/accounts/${encodeURIComponent(render.account)}`}>
        <code>{render.account}</code>
      </a>,
    ],
    [
      'Key',
      <>
        <code>{render.keyId}</code> ({render.mode})
      </>,
    ],
    [
      'Request',
      <a href={`/ops/renders?find=${encodeURIComponent(requestId)}`}>
        <code>{requestId}</code>
      </a>,
    ],
    ['Products', String(render.products.length)],
    ['Output', `${output.width} × ${output.height} pixels`],
    ['Provider', result?.provider],
    ['Worker', lease && <code>{lease.worker}</code>],
    ['Claims by workers', String(render.fence)],
    ['Credit hold', render.holdId && <code>{render.holdId}</code>],
    ['Webhook', webhook && describeWebhook(webhook)],
  ];
}

const describeWebhook = ({ state, attempt, status }: NonNullable<RenderDoc['webhook']>) =>
  `${state}, attempts: ${attempt}${status ? `, last response ${status}` : ''}`;

interface Moment {
  name: string;
  at: Date;
  /** The part before it. */
  part?: string;
}

/** The moments of a render in their order, each with what it took. */
function toTimeline(render: RenderDoc): (Moment & { since: number })[] {
  const { createdAt, queuedAt, startedAt, endedAt, deadlineAt, timings, refund, tryOn } = render;
  const { intake, queue, provider, encode } = timings;
  const moments: Moment[] = [
    { name: 'Created', at: createdAt, ...toPart('intake', intake) },
    ...(queuedAt ? [{ name: 'Queued', at: queuedAt }] : []),
    ...(startedAt ? [{ name: 'Started', at: startedAt, ...toPart('queue', queue) }] : []),
    ...(endedAt ? [{ name: 'Ended', at: endedAt, ...toPart('provider', provider, 'encode', encode) }] : []),
    ...(tryOn?.shownAt ? [{ name: 'Shown to the shopper', at: tryOn.shownAt }] : []),
    ...(refund ? [{ name: `Refunded: ${refund.reason}`, at: refund.at }] : []),
    ...(isTerminal(render.state) ? [] : [{ name: 'Deadline', at: deadlineAt }]),
  ];
  return moments.map((moment) => ({ ...moment, since: moment.at.getTime() - createdAt.getTime() }));
}

/** Describes the parts that were measured: name and milliseconds by turns. */
function toPart(...parts: (string | number | undefined)[]): { part?: string } {
  const known = parts.flatMap((value, at) =>
    typeof value === 'number' ? [`${parts[at - 1]} ${formatSeconds(value)}`] : [],
  );
  return known.length > 0 ? { part: known.join(', ') } : {};
}

const timeColumns: readonly Column<Moment & { since: number }>[] = [
  { heading: 'Moment', cell: ({ name }) => name },
  { heading: 'At', kind: 'tight', cell: ({ at }) => <Time at={at} /> },
  { heading: 'After', kind: 'number', cell: ({ since }) => formatSeconds(since) },
  { heading: 'Measured', cell: ({ part }) => part },
];

const Withdraw = ({ id, token }: { id: string; token: string }) => (
  <RoomSection
    id="withdraw"
    title="Withdraw"
    lead="Ends the render for its caller, who receives 503 and may try again. It costs nothing."
  >
    <PageForm action={`${finder.href}/${encodeURIComponent(id)}/withdraw`} token={token}>
      <Button kind="danger" type="submit">
        Withdraw this render
      </Button>
    </PageForm>
  </RoomSection>
);

function Attempts({ render }: { render: RenderDoc }) {
  const progress = readChainProgress(render.chain);
  if (!progress || progress.attempts.length === 0) return null;
  return (
    <RoomSection id="attempts" title="Attempts before the last hand-over">
      <Table label="Attempts" columns={attemptColumns} rows={progress.attempts} />
    </RoomSection>
  );
}

const attemptColumns: readonly Column<ProviderAttempt>[] = [
  { heading: 'Provider', cell: ({ provider }) => provider },
  { heading: 'Result', cell: describeAttempt },
  { heading: 'Time', kind: 'number', cell: ({ ms }) => formatSeconds(ms) },
];

function describeAttempt({ failure, skipped, aborted, hung, safety }: ProviderAttempt): string {
  if (skipped) return 'skipped: its breaker is open';
  if (aborted) return 'aborted';
  if (hung) return 'no response in time';
  if (safety) return 'rejected for safety';
  return failure ?? 'image';
}
