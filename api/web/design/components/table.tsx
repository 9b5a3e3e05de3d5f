import type { ComponentChildren } from 'preact';
import { Skeleton } from './skeleton.tsx';

export interface Column<Row> {
  heading: string;
  cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned at their end; what is tight stays on one line; what is long gets more room. */
  kind?: 'number' | 'tight' | 'long';
}

interface Props<Row> {
  /** Accessible name of the table. */
  label: string;
  /** The first column names its row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Makes each row a link to the target of its first cell. */
  linksRows?: boolean;
  /** In place of rows, where there are none. */
  empty?: ComponentChildren;
  /** Rows are being loaded: this many are sketched. */
  loading?: number;
  /** Below the rows: a link to the next ones, or how many there are. */
  more?: ComponentChildren;
  /** Many rows: the head stays in sight. */
  long?: boolean;
}

/** A table that scrolls sideways by itself where the page is too narrow. */
export function Table<Row>(props: Props<Row>) {
  const { label, columns, rows, linksRows = false, empty, loading = 0, more, long = false } = props;
  if (rows.length === 0 && loading === 0) return <div class="table-empty">{empty}</div>;
  return (
    <div>
      <TableFrame label={`Table: ${label}`} long={long}>
        <table class="table" aria-busy={loading > 0 || undefined}>
          <thead>
            <tr>
              {columns.map(({ heading, kind }) => (
                <th key={heading} scope="col" class={kind}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TableRow columns={columns} row={row} links={linksRows} />
            ))}
            {Array.from({ length: loading }, () => (
              <tr>
                {columns.map(({ heading }) => (
                  <td key={heading}>
                    <Skeleton />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {more && <p class="table-more">{more}</p>}
    </div>
  );
}

function TableRow<Row>({
  columns,
  row,
  links,
}: {
  columns: readonly Column<Row>[];
  row: Row;
  links: boolean;
}) {
  const [name, ...others] = columns;
  return (
    <tr class={links ? 'row-link' : undefined}>
      {name && (
        <th scope="row" class={name.kind}>
          {name.cell(row)}
        </th>
      )}
      {others.map(({ heading, cell, kind }) => (
        <td key={heading} class={kind}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

interface FrameProps {
  label: string;
  long?: boolean;
  children: ComponentChildren;
}

/** Focusable, so that what is wider than the page is scrolled by keyboard too. */
export function TableFrame({ label, long = false, children }: FrameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard.
    <section class={long ? 'table-frame table-long' : 'table-frame'} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** A second line of a cell. */
export const CellNote = ({ children }: { children: ComponentChildren }) => (
  <span class="note">{children}</span>
);
