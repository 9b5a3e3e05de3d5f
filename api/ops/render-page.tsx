import type { ProviderAttempt } from '../../shared/renders/chain-progress.ts';
import { readChainProgress } from '../../shared/renders/chain-progress.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { RoomSection } from '../html/room-page.tsx';
import { type Fact, Facts } from '../web/design/components/card.tsx';
import { Banner } from '../web/design/components/status.tsx';
import { type Column, Table } from '../web/design/components/table.tsx';
import { Time } from '../web/design/components/time.tsx';
import { Breadcrumbs } from '../web/design/frame/frame.tsx';
import { formatSeconds } from './format.ts';
import { opsPage } from './ops-page.tsx';
import { finder, StateBadge } from './render-link.tsx';

/** Everything an operator needs to explain one render; neither images nor texts of products. */
export function renderPage(render: RenderDoc, files: EntryFiles): string {
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
        <Facts facts={describeTimes(render)} />
      </RoomSection>
      <Attempts render={render} />
    </>
  );
  const above = <Breadcrumbs trail={[{ href: '/ops', title: 'Operations' }, finder]} title={_id} />;
  const beside = (
    <span role="status">
      <StateBadge state={state} />
    </span>
  );
  return opsPage({ path: `${finder.href}/${_id}`, title: _id, above, beside, children }, files);
}

function describeRender(render: RenderDoc): Fact[] {
  const { requestId, lease, result, webhook, output } = render;
  return [
    ['Account', <code>{render.account}</code>],
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

function describeTimes(render: RenderDoc): Fact[] {
  const parts = Object.entries(render.timings).map(([part, ms]) => `${part} ${formatSeconds(ms)}`);
  const { createdAt, queuedAt, startedAt, endedAt, deadlineAt } = render;
  return [
    ['Created', <Time at={createdAt} />],
    ['Queued', queuedAt && <Time at={queuedAt} />],
    ['Started', startedAt && <Time at={startedAt} />],
    ['Ended', endedAt && <Time at={endedAt} />],
    ['Deadline', !isTerminal(render.state) && <Time at={deadlineAt} />],
    ['Parts', parts.length > 0 && parts.join(', ')],
  ];
}

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
