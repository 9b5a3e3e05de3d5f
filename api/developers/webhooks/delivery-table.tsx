import type { Delivery } from '../../../shared/deliveries/delivery-model.ts';
import { Status, type Tone } from '../../web/design/components/status.tsx';
import { type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';

const tones: Readonly<Record<string, Tone>> = { delivered: 'success', failed: 'danger', waiting: 'warning' };

/** The attempts of webhooks with what was sent and what came back. */
export const DeliveryTable = ({ deliveries }: { deliveries: readonly Delivery[] }) => (
  <Table label="Webhook attempts" columns={columns} rows={deliveries} />
);

const columns: readonly Column<Delivery>[] = [
  { heading: 'Message', cell: ({ name }) => <code>{name}</code>, kind: 'tight' },
  {
    heading: 'Outcome',
    cell: ({ outcome }) => <Status tone={tones[outcome] ?? 'neutral'}>{outcome}</Status>,
    kind: 'tight',
  },
  { heading: 'Attempt', cell: ({ attempt }) => attempt, kind: 'number' },
  { heading: 'Status', cell: ({ status, error }) => status ?? error ?? '–', kind: 'tight' },
  { heading: 'Time', cell: ({ ms }) => `${ms} ms`, kind: 'number' },
  { heading: 'Bodies', cell: (delivery) => <Bodies delivery={delivery} />, kind: 'long' },
  { heading: 'At (UTC)', cell: ({ at }) => <Time at={at} />, kind: 'tight' },
];

/** The bodies of an attempt: of the call, and of the response. */
export function Bodies({ delivery: { body, answer, name } }: { delivery: Delivery }) {
  if (!body && !answer) return <>–</>;
  return (
    <details class="row-more">
      <summary aria-label={`Show the bodies of ${name}`}>Show</summary>
      {body && (
        <>
          <p class="soft">Sent</p>
          <pre class="body-text">{body}</pre>
        </>
      )}
      {answer && (
        <>
          <p class="soft">Received (the first 500 bytes)</p>
          <pre class="body-text">{answer}</pre>
        </>
      )}
    </details>
  );
}
