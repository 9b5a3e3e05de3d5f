import { eventMap } from '../../../shared/events/event-map.ts';
import type { ForwardState } from '../../../shared/events/event-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { Button, ButtonLink } from '../../web/design/components/button.tsx';
import { TextField } from '../../web/design/components/field.tsx';
import { Status, type Tone } from '../../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { AccountField, ChoiceField, TimeFields } from '../list-fields.tsx';
import { opsPage } from '../ops-page.tsx';
import type { EventFilter, EventPage, ListedEvent } from './event-queries.ts';

export const eventList = { href: '/ops/events', title: 'Events' };

export const shownStates: readonly ForwardState[] = ['pending', 'delivered', 'dropped', 'none'];

interface EventsPage extends EventPage {
  person: Person;
  filter: EventFilter;
}

/** `/ops/events` */
export const eventsPage = ({ person, filter, events, next, stores }: EventsPage, files: EntryFiles): string =>
  opsPage(
    {
      path: eventList.href,
      title: eventList.title,
      person,
      children: (
        <RoomSection
          id="list"
          {...(filter.store || filter.account
            ? { title: 'Newest events' }
            : {
                title: 'Events that wait to be forwarded',
                lead: 'Of all stores, the next due first. Name a store or an account for its delivered and dropped ones, and to filter.',
              })}
        >
          <FilterForm filter={filter} />
          <Table
            label="Events"
            columns={toColumns(stores)}
            rows={events}
            linksRows
            long
            empty={Object.keys(filter).length > 0 ? 'No event fits the filter.' : 'No event waits.'}
            more={
              next !== undefined && (
                <ButtonLink href={`?${new URLSearchParams({ ...filter, before: String(next) })}`}>
                  Show older events
                </ButtonLink>
              )
            }
          />
        </RoomSection>
      ),
    },
    files,
  );

const FilterForm = ({ filter }: { filter: EventFilter }) => (
  <form class="filters" method="get" action={`${eventList.href}#list`}>
    <TextField id="store" name="store" label="Store" value={filter.store ?? ''} placeholder="slug" />
    <AccountField value={filter.account} />
    <ChoiceField name="state" label="State" value={filter.state} values={shownStates} />
    <ChoiceField name="event" label="Event" value={filter.event} values={eventMap.map(({ name }) => name)} />
    <TimeFields {...filter} />
    <Button type="submit">Filter</Button>
  </form>
);

const tones: Readonly<Record<ForwardState, Tone>> = {
  none: 'neutral',
  pending: 'warning',
  delivered: 'success',
  dropped: 'danger',
};

export const ForwardStatus = ({ state }: { state: ForwardState }) => (
  <Status tone={tones[state]}>{state === 'none' ? 'not forwarded' : state}</Status>
);

export const toEventPath = (id: string): string => `${eventList.href}/${encodeURIComponent(id)}`;

const toColumns = (stores: EventPage['stores']): readonly Column<ListedEvent>[] => [
  {
    heading: 'Event',
    cell: ({ _id, event, bot }) => (
      <>
        <a href={toEventPath(_id)}>{event}</a>
        {bot && <CellNote>of a bot</CellNote>}
      </>
    ),
  },
  { heading: 'Store', cell: ({ store }) => stores.get(store)?.slug ?? <code>{store}</code> },
  {
    heading: 'State',
    cell: ({ forward: { state, reason } }) => (
      <>
        <ForwardStatus state={state} />
        {reason && <CellNote>{reason}</CellNote>}
      </>
    ),
  },
  { heading: 'Attempts', kind: 'number', cell: ({ forward }) => forward.attempt },
  { heading: 'Received (UTC)', kind: 'tight', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
  {
    heading: 'Next attempt (UTC)',
    kind: 'tight',
    cell: ({ forward: { nextAt } }) => (nextAt ? <Time at={nextAt} /> : '–'),
  },
];
