import type { FlowCounts, LookCounts, ProductCounts } from '../../../shared/kpis/top-items.ts';
import { CellNote, type Column, Table } from '../../web/design/components/table.tsx';
import { formatCount } from '../../web/design/format-count.ts';
import { formatShare } from '../format.ts';

interface TopProductsProps {
  products: readonly ProductCounts[];
  /** By product id; a product that the catalog no longer has is missing. */
  titles: ReadonlyMap<string, string>;
}

/** The most wanted products. */
export function TopProducts({ products, titles }: TopProductsProps) {
  const columns: readonly Column<ProductCounts>[] = [
    {
      heading: 'Product',
      kind: 'long',
      cell: ({ productId }) => (
        <>
          {titles.get(productId) ?? 'Not in the catalog'}
          <CellNote>
            <code>{productId}</code>
          </CellNote>
        </>
      ),
    },
    { heading: 'Try-ons', kind: 'number', cell: ({ tryOns }) => formatCount(tryOns) },
    {
      heading: 'Not right',
      kind: 'number',
      cell: ({ notRight, tryOns }) => (tryOns > 0 ? formatShare(notRight / tryOns) : '–'),
    },
    { heading: 'To checkout', kind: 'number', cell: ({ checkouts }) => formatCount(checkouts) },
    { heading: 'Orders', kind: 'number', cell: ({ orders }) => formatCount(orders) },
  ];
  return (
    <Table
      label="Top products"
      columns={columns}
      rows={products}
      empty="No product has been tried on in this time."
    />
  );
}

interface TopLooksProps {
  looks: readonly LookCounts[];
  toUrl: (shortId: string) => string;
}

/** The shared looks that were opened most. */
export function TopLooks({ looks, toUrl }: TopLooksProps) {
  const columns: readonly Column<LookCounts>[] = [
    { heading: 'Look', cell: ({ shortId }) => <a href={toUrl(shortId)}>{shortId}</a> },
    { heading: 'Opens', kind: 'number', cell: ({ opens }) => formatCount(opens) },
  ];
  return (
    <Table
      label="Shared looks"
      columns={columns}
      rows={looks}
      empty="No shared look has been opened in this time."
    />
  );
}

interface TopFlowsProps {
  flows: readonly FlowCounts[];
  /** By flow id; a flow that was deleted is missing. */
  names: ReadonlyMap<string, string>;
}

/** The guided flows that were used most, and how many sessions they led to an image. */
export function TopFlows({ flows, names }: TopFlowsProps) {
  const columns: readonly Column<FlowCounts>[] = [
    {
      heading: 'Flow',
      kind: 'long',
      cell: ({ flowId }) => (
        <>
          {names.get(flowId) ?? 'Deleted'}
          <CellNote>
            <code>{flowId}</code>
          </CellNote>
        </>
      ),
    },
    { heading: 'Sessions', kind: 'number', cell: ({ sessions }) => formatCount(sessions) },
    { heading: 'With an image', kind: 'number', cell: ({ tryOnSessions }) => formatCount(tryOnSessions) },
    {
      heading: 'Completion',
      kind: 'number',
      cell: ({ tryOnSessions, sessions }) => (sessions > 0 ? formatShare(tryOnSessions / sessions) : '–'),
    },
    { heading: 'Left', kind: 'number', cell: ({ exits }) => formatCount(exits) },
  ];
  return (
    <Table label="Top flows" columns={columns} rows={flows} empty="No flow has been used in this time." />
  );
}
