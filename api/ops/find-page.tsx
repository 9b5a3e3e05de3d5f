import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { RoomSection } from '../html/room-page.tsx';
import { Button } from '../web/design/components/button.tsx';
import { TextField } from '../web/design/components/field.tsx';
import { Banner } from '../web/design/components/status.tsx';
import { type Column, Table } from '../web/design/components/table.tsx';
import { Time } from '../web/design/components/time.tsx';
import { opsPage } from './ops-page.tsx';
import { finder, RenderLink, StateBadge } from './render-link.tsx';
import { maxFound } from './render-queries.ts';

/** Draws the form by itself, or with what was found. */
export function findPage(text: string, found: readonly RenderDoc[], files: EntryFiles): string {
  const children = (
    <>
      <FindForm text={text} />
      {text !== '' && (found.length === 0 ? <NotFound text={text} /> : <Found text={text} found={found} />)}
    </>
  );
  return opsPage({ path: finder.href, title: finder.title, children }, files);
}

const FindForm = ({ text }: { text: string }) => (
  <search>
    <form method="get" action={finder.href} class="card ops-find">
      <TextField
        id="find"
        label="Render id or request id"
        name="find"
        value={text}
        placeholder="rnd_… or req_…"
        maxLength={128}
        code
        autocomplete="off"
        spellcheck={false}
        autofocus
        help={
          <>
            Callers have the request id in the <code>X-Request-Id</code> header of each response. Renders are
            kept for <code>RETAIN_RENDER_DAYS</code> days.
          </>
        }
      />
      <Button kind="primary" type="submit">
        Find
      </Button>
    </form>
  </search>
);

const NotFound = ({ text }: { text: string }) => (
  <Banner tone="warning">
    No render has the id <code>{text}</code>, and no request with this id created one. A request that was
    rejected before a render was created has only a log line.
  </Banner>
);

const Found = ({ text, found }: { text: string; found: readonly RenderDoc[] }) => (
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
      columns={foundColumns}
      rows={found}
      linksRows
      more={found.length < maxFound ? undefined : `The newest ${maxFound}.`}
    />
  </RoomSection>
);

const foundColumns: readonly Column<RenderDoc>[] = [
  { heading: 'Render', kind: 'tight', cell: ({ _id }) => <RenderLink id={_id} /> },
  { heading: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  { heading: 'Created (UTC)', kind: 'tight', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { heading: 'Account', kind: 'tight', cell: ({ account }) => <code>{account}</code> },
  { heading: 'Reason', cell: ({ failure }) => failure?.code ?? '' },
];
