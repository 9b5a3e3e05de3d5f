import { type RenderState, renderStates } from '../../../shared/renders/states.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { Button, ButtonLink } from '../../web/design/components/button.tsx';
import { TextField } from '../../web/design/components/field.tsx';
import { Banner } from '../../web/design/components/status.tsx';
import { type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { FindForm } from '../find-form.tsx';
import { formatSeconds } from '../format.ts';
import { AccountField, ChoiceField, TimeFields } from '../list-fields.tsx';
import { opsPage } from '../ops-page.tsx';
import type { TimeRange } from '../time-range.ts';
import type { RenderPage } from './page-of-renders.ts';
import { finder, RenderLink, StateBadge } from './render-link.tsx';
import { type ListedRender, maxFound } from './render-queries.ts';

/** The filter as its form has it. */
export interface RendersFilter extends TimeRange {
  state?: RenderState;
  mode?: 'live' | 'test';
  account?: string;
  store?: string;
  provider?: string;
}

interface RendersPage extends RenderPage {
  person: Person;
  filter: RendersFilter;
}

/** `/ops/renders`: the newest renders that fit the filter. */
export const rendersPage = ({ person, filter, ...page }: RendersPage, files: EntryFiles): string =>
  opsPage(
    {
      path: finder.href,
      title: finder.title,
      person,
      children: (
        <>
          <FindRender text="" />
          <RoomSection id="list" title="Newest renders">
            <FilterForm filter={filter} />
            <Table
              label="Renders"
              columns={columns}
              rows={page.renders}
              linksRows
              long
              empty={<NoRender filter={filter} {...page} />}
              more={<OlderRenders filter={filter} {...page} />}
            />
          </RoomSection>
        </>
      ),
    },
    files,
  );

type ListEnd = Pick<RendersPage, 'filter' | 'next' | 'searchedTo'>;

function NoRender({ filter, next, searchedTo }: ListEnd) {
  if (searchedTo)
    return (
      <>
        <span class="soft">None so far.</span>{' '}
        <OlderRenders filter={filter} next={next} searchedTo={searchedTo} />
      </>
    );
  return <>{Object.keys(filter).length > 0 ? 'No render fits the filter.' : 'There is no render yet.'}</>;
}

/** The way to the next page; where the time was over before this one was full, with how far the search has come. */
function OlderRenders({ filter, next, searchedTo }: ListEnd) {
  if (next === undefined) return undefined;
  const link = (text: string) => (
    <ButtonLink href={`?${new URLSearchParams({ ...filter, before: next })}`}>{text}</ButtonLink>
  );
  if (!searchedTo) return link('Show older renders');
  return (
    <>
      <span class="soft">
        Searched back to <Time at={searchedTo} /> UTC.
      </span>{' '}
      {link('Search older renders')}
    </>
  );
}

interface FoundPage {
  person: Person;
  text: string;
  found: readonly ListedRender[];
}

/** `/ops/renders?find=`: what was found, or the form again. */
export const foundPage = ({ person, text, found }: FoundPage, files: EntryFiles): string =>
  opsPage(
    {
      path: finder.href,
      title: finder.title,
      person,
      children: (
        <>
          <FindRender text={text} />
          {found.length === 0 ? <NotFound text={text} /> : <Found text={text} found={found} />}
        </>
      ),
    },
    files,
  );

const FindRender = ({ text }: { text: string }) => (
  <FindForm
    action={finder.href}
    label="Render id or request id"
    text={text}
    placeholder="rnd_… or req_…"
    code
    help={
      <>
        Callers have the request id in the <code>X-Request-Id</code> header of each response. Renders are kept
        for <code>RETAIN_RENDER_DAYS</code> days.
      </>
    }
  />
);

const FilterForm = ({ filter }: { filter: RendersFilter }) => (
  <form class="filters" method="get" action={`${finder.href}#list`}>
    <ChoiceField name="state" label="State" value={filter.state} values={renderStates} />
    <ChoiceField name="mode" label="Keys" value={filter.mode} values={['live', 'test']} />
    <AccountField value={filter.account} />
    <TextField id="store" name="store" label="Store" value={filter.store ?? ''} placeholder="slug" />
    <TextField id="provider" name="provider" label="Provider" value={filter.provider ?? ''} />
    <TimeFields {...filter} />
    <Button type="submit">Filter</Button>
  </form>
);

const NotFound = ({ text }: { text: string }) => (
  <Banner tone="warning">
    No render has the id <code>{text}</code>, and no request with this id created one. A request that was
    rejected before a render was created has only a log line.
  </Banner>
);

const Found = ({ text, found }: Omit<FoundPage, 'person'>) => (
  <RoomSection
    id="found"
    title={
      <>
        Renders of request <code>{text}</code>
      </>
    }
  >
    <Table
      label="Renders of the request"
      columns={columns}
      rows={found}
      linksRows
      more={found.length < maxFound ? undefined : `The newest ${maxFound}.`}
    />
  </RoomSection>
);

const columns: readonly Column<ListedRender>[] = [
  { heading: 'Render', kind: 'tight', cell: ({ _id }) => <RenderLink id={_id} /> },
  { heading: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { heading: 'Created (UTC)', kind: 'tight', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    heading: 'Took',
    kind: 'number',
    cell: ({ createdAt, endedAt }) => endedAt && formatSeconds(endedAt.getTime() - createdAt.getTime()),
  },
  {
    heading: 'Account',
    kind: 'tight',
    cell: ({ account }) => (
      <a href={`/ops/accounts/${encodeURIComponent(account)}`}>
        <code>{account}</code>
      </a>
    ),
  },
  {
    heading: 'From',
    cell: ({ keyId, mode }) => (keyId.startsWith('store:') ? keyId.replace(':', ' ') : `${mode} key`),
  },
  { heading: 'Provider', cell: ({ result }) => result?.provider },
  { heading: 'Reason', cell: ({ failure }) => failure?.code },
];
