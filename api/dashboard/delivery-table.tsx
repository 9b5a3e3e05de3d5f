import type { ListedDelivery } from '../../shared/deliveries/list-deliveries.ts';
import { Status, type Tone } from '../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../web/design/components/table.tsx';
import { Time } from '../web/design/components/time.tsx';

const outcomes: Readonly<Record<string, { tone: Tone; text: string }>> = {
  delivered: { tone: 'success', text: 'Delivered' },
  retry: { tone: 'warning', text: 'Will be retried' },
  dropped: { tone: 'danger', text: 'Dropped' },
};

const columns: readonly Column<ListedDelivery>[] = [
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
  { heading: 'Response', kind: 'long', cell: ({ answer }) => <code>{answer}</code> },
  { heading: 'Duration', kind: 'number', cell: ({ ms }) => `${Math.round(ms)} ms` },
];

/** The latest attempts to forward events, newest first, with what the endpoint responded. */
export const DeliveryTable = ({ deliveries }: { deliveries: readonly ListedDelivery[] }) => (
  <Table
    label="Latest deliveries"
    columns={columns}
    rows={deliveries}
    empty="No event has been forwarded. Save an endpoint and send a test event: it appears here with the response."
    long
  />
);
