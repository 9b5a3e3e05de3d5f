import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { SharedLookDoc } from '../../../shared/try-on/shared-look-model.ts';
import { isOpenLook } from '../../../shared/try-on/shared-looks.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { Button } from '../../web/design/components/button.tsx';
import { Status } from '../../web/design/components/status.tsx';
import { type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { formatCount } from '../../web/design/format-count.ts';
import { dashboardPage, toStorePath } from '../dashboard-page.tsx';

export interface LooksPage {
  person: Person;
  store: StoreDoc;
  looks: readonly SharedLookDoc[];
  /** By short id. */
  opens: ReadonlyMap<string, number>;
  /** Returns the address of a shared look. */
  toUrl: (shortId: string) => string;
  done?: string | undefined;
}

/** `/dashboard/{store}/looks` */
export function looksPage(page: LooksPage, files: EntryFiles): string {
  const { person, store, looks, done } = page;
  return dashboardPage(
    {
      path: toStorePath(store, 'looks'),
      title: 'Looks',
      person,
      store,
      done,
      children: (
        <RoomSection
          id="looks"
          title="Shared looks"
          lead="The newest 200. Opens are counted by day, of each day for the 100 looks that were opened most."
        >
          <Table
            label="Shared looks"
            columns={toColumns(page)}
            rows={looks}
            long
            empty="No look has been shared. Shoppers share the result of a try-on by a link."
          />
        </RoomSection>
      ),
    },
    files,
  );
}

function toColumns({ store, person, opens, toUrl }: LooksPage): readonly Column<SharedLookDoc>[] {
  return [
    {
      heading: 'Look',
      kind: 'tight',
      cell: (look) => (isOpenLook(look) ? <a href={toUrl(look._id)}>{look._id}</a> : look._id),
    },
    { heading: 'State', kind: 'tight', cell: (look) => <LookState look={look} /> },
    { heading: 'Opens', kind: 'number', cell: ({ _id }) => formatCount(opens.get(_id) ?? 0) },
    { heading: 'Items', kind: 'number', cell: ({ items }) => formatCount(items?.length ?? 0) },
    { heading: 'Shared', kind: 'tight', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { heading: 'Expires', kind: 'tight', cell: (look) => isOpenLook(look) && <Time at={look.until} /> },
    {
      heading: 'Change',
      cell: (look) =>
        isOpenLook(look) && (
          <details class="row-more">
            <summary>End</summary>
            <PageForm
              action={toStorePath(store, 'looks/end')}
              token={person.formToken}
              hidden={{ look: look._id }}
            >
              <p>The link of {look._id} no longer shows the look, and its image is deleted.</p>
              <Button type="submit" kind="danger">
                End look
              </Button>
            </PageForm>
          </details>
        ),
    },
  ];
}

function LookState({ look }: { look: SharedLookDoc }) {
  if (isOpenLook(look)) return <Status tone="success">Open</Status>;
  return <Status tone="neutral">{look.revokedAt ? 'Ended' : 'Expired'}</Status>;
}
