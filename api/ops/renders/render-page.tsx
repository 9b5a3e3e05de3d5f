import type { Delivery } from '../../../shared/deliveries/delivery-model.ts';
import { type ProviderAttempt, readAttempts } from '../../../shared/renders/chain-progress.ts';
import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import { isTerminal } from '../../../shared/renders/states.ts';
import type { RequestDoc } from '../../../shared/requests/request-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { DeliveryTable } from '../../developers/webhooks/delivery-table.tsx';
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
import { hideQuery } from '../hide-query.ts';
import { opsPage } from '../ops-page.tsx';
import { WebhookStatus } from '../webhooks/webhook-status.tsx';
import { finder, StateBadge, toRenderPath } from './render-link.tsx';

interface RenderPage {
  person: Person;
  render: RenderDoc;
  /** With its request id, the newest first. */
  calls: readonly RequestDoc[];
  /** Those of its webhook among the last attempts of the account, the newest first. */
  deliveries: readonly Delivery[];
  done?: string | undefined;
}

/** Everything an operator needs to explain one render; neither images nor texts of products. */
export function renderPage(
  { person, render, calls, deliveries, done }: RenderPage,
  files: EntryFiles,
): string {
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
      <Calls calls={calls} />
      <Webhook render={render} deliveries={deliveries} token={person.formToken} />
      {state === 'running' && <Retry id={_id} token={person.formToken} />}
      {!isTerminal(state) && <Withdraw id={_id} token={person.formToken} />}
    </>
  );
  const above = <Breadcrumbs trail={[{ href: '/ops', title: 'Operations' }, finder]} title={_id} />;
  const beside = (
    <span role="status">
      <StateBadge state={state} />
    </span>
  );
  const path = toRenderPath(_id);
  return opsPage({ path, title: _id, person, done, above, beside, children }, files);
}

function describeRender(render: RenderDoc): Fact[] {
  const { keyId, requestId, lease, result, output } = render;
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
        <code>{keyId}</code> ({render.mode})
      </>,
    ],
    [
      'Request',
      <a href={`/ops/renders?find=${encodeURIComponent(requestId)}`}>
        <code>{requestId}</code>
      </a>,
    ],
    ['Store', keyId.startsWith('store:') && keyId.slice('store:'.length)],
    ['Products', String(render.products.length)],
    ['Output', `${output.width} × ${output.height} pixels`],
    ['Provider', result?.provider],
    ['Worker', lease && <code>{lease.worker}</code>],
    ['Claims by workers', String(render.fence)],
    ['Credit hold', render.holdId && <code>{render.holdId}</code>],
  ];
}

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

const Retry = ({ id, token }: { id: string; token: string }) => (
  <RoomSection
    id="retry"
    title="Retry"
    lead="Gives the render to another worker, for an attempt that seems stuck. That attempt no longer decides anything; its provider may be called again. The render still costs one credit at most, and keeps its deadline."
  >
    <PageForm action={`${toRenderPath(id)}/retry`} token={token}>
      <Button type="submit">Retry this render</Button>
    </PageForm>
  </RoomSection>
);

const Withdraw = ({ id, token }: { id: string; token: string }) => (
  <RoomSection
    id="withdraw"
    title="Withdraw"
    lead="Ends the render for its caller, who receives 503 and may try again. It costs nothing."
  >
    <PageForm action={`${toRenderPath(id)}/withdraw`} token={token}>
      <Button kind="danger" type="submit">
        Withdraw this render
      </Button>
    </PageForm>
  </RoomSection>
);

function Attempts({ render }: { render: RenderDoc }) {
  const attempts = readAttempts(render);
  if (attempts.length === 0) return null;
  return (
    <RoomSection id="attempts" title="Attempts of providers">
      <Table label="Attempts" columns={attemptColumns} rows={attempts} />
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

/** The entries of the request log with the request id of the render. */
const Calls = ({ calls }: { calls: readonly RequestDoc[] }) => (
  <RoomSection
    id="calls"
    title="Calls"
    lead="Those with its request id in the request log, which is kept for REQUEST_LOG_DAYS days. The lines of the processes have the same id."
  >
    <Table
      label="Calls"
      columns={callColumns}
      rows={calls}
      empty="None is kept: a try-on makes no call with a key, and old calls are deleted."
    />
  </RoomSection>
);

const callColumns: readonly Column<RequestDoc>[] = [
  {
    heading: 'Call',
    kind: 'tight',
    cell: ({ method, path }) => (
      <code>
        {method} {path}
      </code>
    ),
  },
  { heading: 'Status', kind: 'number', cell: ({ status }) => status },
  { heading: 'Error', kind: 'long', cell: ({ code, message }) => code && `${code}: ${message}` },
  { heading: 'Took', kind: 'number', cell: ({ ms }) => formatSeconds(ms) },
  { heading: 'Address', kind: 'tight', cell: ({ address }) => address },
  { heading: 'At (UTC)', kind: 'tight', cell: ({ at }) => <Time at={at} /> },
];

interface WebhookProps {
  render: RenderDoc;
  deliveries: readonly Delivery[];
  token: string;
}

function Webhook({ render: { _id, state, webhook }, deliveries, token }: WebhookProps) {
  if (!webhook) return null;
  return (
    <RoomSection id="webhook" title="Webhook" lead="Its attempts are among the last 50 of the account.">
      <Facts
        facts={[
          ['State', <WebhookStatus state={webhook.state} />],
          ['Address', <code>{hideQuery(webhook.url)}</code>],
          ['Attempts', String(webhook.attempt)],
          ['Last response', webhook.status && String(webhook.status)],
          ['Next attempt', webhook.state === 'waiting' && <Time at={webhook.nextAt} />],
        ]}
      />
      {deliveries.length > 0 && <DeliveryTable deliveries={deliveries} />}
      {isTerminal(state) && webhook.state !== 'waiting' && (
        <PageForm action={`${toRenderPath(_id)}/webhook`} token={token}>
          <Button type="submit">Send the webhook again</Button>
        </PageForm>
      )}
    </RoomSection>
  );
}
