import type { ListedOrder } from '../../shared/orders/list-orders.ts';
import { Status } from '../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../web/design/components/table.tsx';
import { Time } from '../web/design/components/time.tsx';
import { formatMoney } from './format.ts';

const maxRows = 10;

/** The latest orders of the shop, each with the look that it is attributed to or without one. */
export const OrderTable = ({ orders }: { orders: readonly ListedOrder[] }) => (
  <Table
    label="Latest orders"
    columns={columns}
    rows={orders.slice(0, maxRows)}
    empty="No order has been reported yet."
  />
);

const columns: readonly Column<ListedOrder>[] = [
  { heading: 'Order', cell: ({ orderId }) => <code>{orderId}</code> },
  { heading: 'Reported', kind: 'tight', cell: ({ seenAt }) => <Time at={seenAt} /> },
  {
    heading: 'Revenue',
    kind: 'number',
    cell: ({ tally }) => (tally ? formatMoney(tally.revenue, tally.currency) : '–'),
  },
  { heading: 'Attributed', kind: 'long', cell: (order) => <Attributed {...order} /> },
];

function Attributed({ tally, attribution }: ListedOrder) {
  if (!tally) return <Status tone="neutral">The order itself is not reported yet</Status>;
  if (!tally.counted) return <Status tone="neutral">Not counted: a test, cancelled or deleted</Status>;
  if (!attribution) return <Status tone="neutral">Without a look</Status>;
  const { productIds } = attribution;
  return (
    <>
      <Status tone="success">To a look</Status>
      {productIds.length > 0 && <CellNote>{productIds.join(', ')}</CellNote>}
    </>
  );
}
