import type { RequestCause } from '../../../shared/requests/read-requests.ts';
import type { RequestDoc } from '../../../shared/requests/request-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { RoomSection } from '../../html/room-page.tsx';
import type { Member } from '../../identity/person.ts';
import { Button, ButtonLink } from '../../web/design/components/button.tsx';
import { Select, TextField } from '../../web/design/components/field.tsx';
import { Status, type Tone } from '../../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { developersPage } from '../developers-page.tsx';
import { KeySelect } from '../keys/key-select.tsx';

export interface RequestFilter {
  outcome?: 'failed';
  code?: string;
  key?: string;
}

export interface RequestsPage {
  person: Member;
  page: readonly RequestDoc[];
  nextCursor: string | null;
  causes: readonly RequestCause[];
  filter: RequestFilter;
  keys: readonly { _id: string; name: string }[];
  retentionDays: number;
}

export const toRequestPath = (requestId: string) => `/developers/requests/${encodeURIComponent(requestId)}`;

/** `/developers/requests` */
export const requestsPage = (content: RequestsPage, files: EntryFiles): string => {
  const { person, page, nextCursor, causes, filter, keys, retentionDays } = content;
  return developersPage(
    {
      path: '/developers/requests',
      title: 'Requests',
      person,
      children: (
        <>
          {causes.length > 0 && (
            <RoomSection
              id="causes"
              title="Refused in the last hour"
              lead="By cause, the most frequent first; the message is that of the newest call."
            >
              <Table label="Refused calls by cause" columns={causeColumns} rows={causes} />
            </RoomSection>
          )}
          <RoomSection
            id="calls"
            title="Calls"
            lead={`Every call with one of your keys in ${retentionDays} days, refused ones too; neither bodies nor queries are kept.`}
          >
            <FilterForm filter={filter} keys={keys} />
            <Table
              label="Calls"
              columns={callColumns}
              rows={page}
              linksRows
              long
              empty={<Empty filter={filter} />}
              more={
                nextCursor && (
                  <ButtonLink href={`?${new URLSearchParams({ ...filter, cursor: nextCursor })}`}>
                    Show older calls
                  </ButtonLink>
                )
              }
            />
          </RoomSection>
        </>
      ),
    },
    files,
  );
};

const Empty = ({ filter }: { filter: RequestFilter }) => (
  <p class="soft">
    {Object.keys(filter).length > 0
      ? 'No call fits these filters.'
      : 'There is no call yet. Create a key and send the first one; it is here a second later.'}
  </p>
);

function FilterForm({ filter, keys }: Pick<RequestsPage, 'filter' | 'keys'>) {
  return (
    <form class="filters" method="get" action="/developers/requests">
      <Select
        id="outcome"
        name="outcome"
        label="Outcome"
        value={filter.outcome ?? ''}
        options={[
          { value: '', text: 'All' },
          { value: 'failed', text: 'Failed' },
        ]}
      />
      <KeySelect keys={keys} value={filter.key} />
      <TextField
        id="code"
        name="code"
        label="Error code"
        value={filter.code ?? ''}
        placeholder="INVALID_INPUT"
      />
      <TextField id="request" name="request" label="Request id" code placeholder="req_…" />
      <Button type="submit">Filter</Button>
    </form>
  );
}

const causeColumns: readonly Column<RequestCause>[] = [
  {
    heading: 'Error',
    cell: ({ status, code, field }) => (
      <>
        {status} {code}
        {field && (
          <CellNote>
            <code>{field}</code>
          </CellNote>
        )}
      </>
    ),
  },
  { heading: 'Calls', cell: ({ count }) => count, kind: 'number' },
  { heading: 'Message', cell: ({ message }) => message, kind: 'long' },
  {
    heading: 'Newest',
    cell: ({ requestId, at }) => (
      <a href={toRequestPath(requestId)}>
        <Time at={at} />
      </a>
    ),
    kind: 'tight',
  },
];

/** Says by color, icon and number how a call ended. */
export function StatusCode({ status }: Pick<RequestDoc, 'status'>) {
  const tone: Tone = status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success';
  return <Status tone={tone}>{status}</Status>;
}

const callColumns: readonly Column<RequestDoc>[] = [
  {
    heading: 'Call',
    cell: ({ requestId, method, path }) => (
      <a href={toRequestPath(requestId)}>
        {method} {path}
      </a>
    ),
    kind: 'long',
  },
  { heading: 'Status', cell: StatusCode, kind: 'tight' },
  {
    heading: 'Error',
    cell: ({ code, field }) =>
      code && (
        <>
          {code}
          {field && (
            <CellNote>
              <code>{field}</code>
            </CellNote>
          )}
        </>
      ),
  },
  { heading: 'Time', cell: ({ ms }) => formatMs(ms), kind: 'number' },
  { heading: 'At (UTC)', cell: ({ at }) => <Time at={at} />, kind: 'tight' },
];

export const formatMs = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);
