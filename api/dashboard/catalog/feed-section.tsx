import type { CatalogImportDoc } from '../../../shared/catalog/import/import-model.ts';
import type { CatalogFeed, StoreDoc } from '../../../shared/stores/store-model.ts';
import { PageForm } from '../../html/page-form.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import { Button } from '../../web/design/components/button.tsx';
import { Facts } from '../../web/design/components/card.tsx';
import { Badge, Banner } from '../../web/design/components/status.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { toStorePath } from '../dashboard-page.tsx';
import { formatNoun } from '../format.ts';
import { ImportBadge } from './import-page.tsx';

interface Props {
  store: StoreDoc;
  feed: CatalogFeed;
  token: string;
  /** The newest of the store. */
  imports: readonly CatalogImportDoc[];
}

/** The scheduled import of a store, with the result of its last run. */
export function FeedSection({ store, feed, token, imports }: Props) {
  const { from, currency, every, nextAt, problem, lastImport } = feed;
  const last = imports.find(({ _id }) => _id === lastImport);
  return (
    <RoomSection id="feed" title="Scheduled import">
      {problem && <Banner tone="danger">{problem}</Banner>}
      <Facts
        facts={[
          ['From', <code>{from}</code>],
          ['Currency', currency],
          ['Every', every],
          ['Next', nextAt ? <Time at={nextAt} /> : <Badge tone="neutral">Paused</Badge>],
          ['Last', last && <LastImport store={store} last={last} />],
        ]}
      />
      <div class="form-row">
        <PageForm action={toStorePath(store, 'catalog/feed')} token={token} inline>
          {nextAt ? (
            <Button type="submit" name="do" value="pause">
              Pause
            </Button>
          ) : (
            <Button type="submit" name="do" value="resume">
              Resume
            </Button>
          )}
          <Button type="submit" name="do" value="remove" kind="quiet">
            Remove schedule
          </Button>
        </PageForm>
      </div>
    </RoomSection>
  );
}

function LastImport({ store, last }: { store: StoreDoc; last: CatalogImportDoc }) {
  const { _id, state, createdAt, counts, problem } = last;
  return (
    <>
      <ImportBadge state={state} /> <Time at={createdAt} />
      {counts && counts.failed > 0 && <>, {formatNoun(counts.failed, 'row')} rejected</>}
      {problem && <>: {problem}</>} <a href={toStorePath(store, `catalog/imports/${_id}`)}>Show import</a>
    </>
  );
}
