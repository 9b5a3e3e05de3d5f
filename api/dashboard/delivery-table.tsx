import type { ListedDelivery } from '../../shared/deliveries/list-deliveries.ts';
import { forwardedName } from '../../shared/events/event-map.ts';
import { Bodies } from '../developers/webhooks/delivery-table.tsx';
import { PageForm } from '../html/page-form.tsx';
import { testEvent } from '../integrations/test-event.ts';
import { Button } from '../web/design/components/button.tsx';
import { Status, type Tone } from '../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../web/design/components/table.tsx';
import { Time } from '../web/design/components/time.tsx';

const outcomes: Readonly<Record<string, { tone: Tone; text: string }>> = {
  delivered: { tone: 'success', text: 'Delivered' },
  retry: { tone: 'warning', text: 'Will be retried' },
  dropped: { tone: 'danger', text: 'Dropped' },
};

interface Props {
  deliveries: readonly ListedDelivery[];
  /** Address of the form that forwards an event again; absent: the integration is not connected. */
  replay?: { action: string; token: string } | undefined;
}

const toColumns = ({ replay }: Props): Column<ListedDelivery>[] => [
  {
    heading: 'Event',
    cell: ({ name, eventId }) => (
      <>
        {name}
        <CellNote>
          <code>{eventId}</code>
        </CellNote>
      </>
    ),
  },
  { heading: 'When', kind: 'tight', cell: ({ at }) => <Time at={at} /> },
  { heading: 'Attempt', kind: 'number', cell: ({ attempt }) => attempt },
  {
    heading: 'Result',
    kind: 'tight',
    cell: ({ outcome }) => {
      const { tone, text } = outcomes[outcome] ?? { tone: 'neutral' as const, text: outcome };
      return <Status tone={tone}>{text}</Status>;
    },
  },
  { heading: 'Status', kind: 'number', cell: ({ status, error }) => status ?? error ?? '–' },
  { heading: 'Bodies', kind: 'long', cell: (delivery) => <Bodies delivery={delivery} /> },
  { heading: 'Duration', kind: 'number', cell: ({ ms }) => `${Math.round(ms)} ms` },
  ...(replay
    ? [{ heading: 'Replay', cell: (delivery: ListedDelivery) => <ReplayButton {...replay} {...delivery} /> }]
    : []),
];

/** A test event is none of a shopper: it is sent anew by its own button. */
const ReplayButton = ({
  action,
  token,
  name,
  eventId,
}: { action: string; token: string } & ListedDelivery) =>
  name === forwardedName(testEvent) ? null : (
    <PageForm action={action} token={token} hidden={{ eventId }} inline>
      <Button type="submit">Send again</Button>
    </PageForm>
  );

/** The latest attempts to forward events, newest first, with what the endpoint responded. */
export const DeliveryTable = (props: Props) => (
  <Table
    label="Latest deliveries"
    columns={toColumns(props)}
    rows={props.deliveries}
    empty="No event has been forwarded. Save an endpoint and send a test event: it appears here with the response."
    long
  />
);
