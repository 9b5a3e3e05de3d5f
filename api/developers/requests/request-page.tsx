import type { Delivery } from '../../../shared/deliveries/delivery-model.ts';
import type { ProviderAttempt } from '../../../shared/renders/chain-progress.ts';
import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import type { RequestDoc } from '../../../shared/requests/request-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { RoomSection } from '../../html/room-page.tsx';
import type { Member } from '../../identity/person.ts';
import { Facts } from '../../web/design/components/card.tsx';
import { Banner } from '../../web/design/components/status.tsx';
import { type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { Breadcrumbs } from '../../web/design/frame/frame.tsx';
import { developersPage } from '../developers-page.tsx';
import { RenderImage } from '../render-image.tsx';
import { DeliveryTable } from '../webhooks/delivery-table.tsx';
import { formatMs, StatusCode, toRequestPath } from './requests-page.tsx';

export interface RequestPage {
  person: Member;
  /** With the same id, the newest first; at least one. */
  calls: readonly RequestDoc[];
  render: RenderDoc | null;
  attempts: readonly ProviderAttempt[];
  deliveries: readonly Delivery[];
}

/** `/developers/requests/{requestId}` */
export const requestPage = (content: RequestPage, files: EntryFiles): string => {
  const { person, calls, render, attempts, deliveries } = content;
  const { requestId } = calls[0]!;
  return developersPage(
    {
      path: toRequestPath(requestId),
      title: 'Request',
      person,
      above: <Breadcrumbs trail={[{ href: '/developers/requests', title: 'Requests' }]} title={requestId} />,
      children: (
        <>
          {calls.map((call, index) => (
            <Call key={call._id} call={call} index={index} />
          ))}
          {render && <Render render={render} />}
          {attempts.length > 0 && (
            <RoomSection id="attempts" title="Provider attempts">
              <Table label="Provider attempts" columns={attemptColumns} rows={attempts} />
            </RoomSection>
          )}
          {deliveries.length > 0 && (
            <RoomSection id="webhooks" title="Webhook attempts">
              <DeliveryTable deliveries={deliveries} />
            </RoomSection>
          )}
        </>
      ),
    },
    files,
  );
};

const Call = ({ call, index }: { call: RequestDoc; index: number }) => (
  <RoomSection id={`call-${index}`} title={`${call.method} ${call.path}`}>
    {call.message && (
      <Banner tone={call.status >= 500 ? 'danger' : 'warning'}>
        {call.message} <a href={`/docs/errors#${call.status}`}>About this error</a>
      </Banner>
    )}
    <Facts
      facts={[
        ['Request id', <code>{call.requestId}</code>],
        ['Status', <StatusCode status={call.status} />],
        ['Code', call.code],
        ['Field', call.field && <code>{call.field}</code>],
        ['Time', formatMs(call.ms)],
        ['At', <Time at={call.at} />],
        ['Key', <code>{call.keyId}</code>],
        ['Mode', call.mode],
        ['Address', call.address],
        ['Replay', call.replayed && 'yes: the Idempotency-Key was used before, so it started no render'],
      ]}
    />
  </RoomSection>
);

function Render({ render }: { render: RenderDoc }) {
  const { _id, state, timings } = render;
  return (
    <RoomSection id="render" title="Render">
      <Facts
        facts={[
          ['Render id', <code>{_id}</code>],
          ['State', state],
          ...phases.map(([part, name]) => [name, toPhase(timings[part])] as const),
          ['Webhook', render.webhook && `${render.webhook.state}, attempts: ${render.webhook.attempt}`],
        ]}
      />
      <RenderImage render={render} />
    </RoomSection>
  );
}

const phases = [
  ['intake', 'Reading the request'],
  ['queue', 'Waiting for a worker'],
  ['provider', 'Rendering'],
  ['encode', 'Writing the image'],
] as const;

const toPhase = (ms: number | undefined) => (ms === undefined ? undefined : formatMs(Math.round(ms)));

const attemptColumns: readonly Column<ProviderAttempt>[] = [
  { heading: 'Provider', cell: ({ provider }) => provider },
  { heading: 'Result', cell: describeAttempt },
  { heading: 'Time', cell: ({ ms }) => formatMs(Math.round(ms)), kind: 'number' },
];

function describeAttempt({ failure, skipped, aborted, hung, safety }: ProviderAttempt): string {
  if (skipped) return 'skipped: it fails at present';
  if (aborted) return 'aborted: cancelled, or the deadline had passed';
  if (hung) return 'no response in time';
  if (safety) return 'rejected for safety';
  return failure ?? 'image';
}
