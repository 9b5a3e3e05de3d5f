import { RoomSection } from '../html/room-page.tsx';
import { CellNote, type Column, Table } from '../web/design/components/table.tsx';
import { Time } from '../web/design/components/time.tsx';
import { formatSeconds } from './format.ts';
import { RenderLink } from './renders/render-link.tsx';
import { type ListedRender, maxFailures } from './renders/render-queries.ts';

/** The last failures with their reasons; each links to its render. */
export const FailureSection = ({ failures }: { failures: readonly ListedRender[] | undefined }) => (
  <RoomSection id="failures" title="Last failures">
    {failures ? <Failures failures={failures} /> : <p class="soft">The failures could not be read.</p>}
  </RoomSection>
);

/** The others are behind a summary, so that the sections below stay in reach. */
const shown = 8;

function Failures({ failures }: { failures: readonly ListedRender[] }) {
  const others = failures.slice(shown);
  const limit = failures.length < maxFailures ? '' : ` (at most ${maxFailures} are listed)`;
  return (
    <>
      <Table
        label="Last failures"
        columns={columns}
        rows={failures.slice(0, shown)}
        linksRows
        empty="No render of a live key failed in the last 24 hours."
      />
      {others.length > 0 && (
        <details>
          <summary>
            {others.length} earlier failures of the last 24 hours{limit}
          </summary>
          <Table label="Earlier failures" columns={columns} rows={others} linksRows />
        </details>
      )}
    </>
  );
}

const columns: readonly Column<ListedRender>[] = [
  {
    heading: 'Render',
    kind: 'tight',
    cell: ({ _id, endedAt }) => (
      <>
        <RenderLink id={_id} />
        <CellNote>{endedAt ? <Time at={endedAt} /> : '–'} UTC</CellNote>
      </>
    ),
  },
  {
    heading: 'Reason',
    kind: 'long',
    cell: ({ failure }) => (
      <>
        {failure?.code ?? '–'}
        <CellNote>{failure?.message}</CellNote>
      </>
    ),
  },
  { heading: 'Account', kind: 'tight', cell: ({ account }) => <code>{account}</code> },
  {
    heading: 'After',
    kind: 'number',
    cell: ({ createdAt, endedAt }) =>
      endedAt ? formatSeconds(endedAt.getTime() - createdAt.getTime()) : '–',
  },
];
