import type {
  CatalogImportDoc,
  ImportState,
  RejectedRow,
} from '../../../shared/catalog/import/import-model.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { PauseButton } from '../../html/pause-button.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { Facts, Stat, Stats } from '../../web/design/components/card.tsx';
import { Badge, Banner, type Tone } from '../../web/design/components/status.tsx';
import { type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { formatCount } from '../../web/design/format-count.ts';
import { dashboardPage, toStorePath } from '../dashboard-page.tsx';
import { formatNoun } from '../format.ts';

export interface ImportPage {
  person: Person;
  store: StoreDoc;
  found: CatalogImportDoc;
}

const states: Record<ImportState, { tone: Tone; text: string }> = {
  waiting: { tone: 'neutral', text: 'Waits for a worker' },
  running: { tone: 'info', text: 'Running' },
  succeeded: { tone: 'success', text: 'Imported' },
  failed: { tone: 'danger', text: 'Failed' },
};

export const ImportBadge = ({ state }: { state: ImportState }) => (
  <Badge tone={states[state].tone}>{states[state].text}</Badge>
);

const refreshSeconds = 3;

/** `/dashboard/{store}/catalog/imports/{id}` */
export function importPage({ person, store, found }: ImportPage, files: EntryFiles): string {
  const path = toStorePath(store, 'catalog');
  const { state, source, currency, open, problem, reasons, createdAt, endedAt } = found;
  return dashboardPage(
    {
      path,
      title: 'Import',
      person,
      store,
      ...(open ? { refreshSeconds } : {}),
      above: (
        <p>
          <a href={path}>Catalog</a>
        </p>
      ),
      beside: (
        <>
          <ImportBadge state={state} />
          {open && <PauseButton />}
        </>
      ),
      children: (
        <>
          {problem && <Banner tone="danger">{problem}</Banner>}
          <Facts
            facts={[
              ['From', <code>{source.from}</code>],
              ['Currency', currency],
              ['Ordered', <Time at={createdAt} />],
              ['Ended', endedAt && <Time at={endedAt} />],
            ]}
          />
          <Progress {...found} />
          {reasons.length > 0 && (
            <RoomSection id="reasons" title="Commonest reasons">
              <ul>
                {reasons.map(({ reason, count }) => (
                  <li key={reason}>
                    {formatCount(count)} × {reason}
                  </li>
                ))}
              </ul>
            </RoomSection>
          )}
          <RoomSection
            id="rejected"
            title="Rejected rows"
            lead="The first 200. The others of the source are imported."
          >
            <Table label="Rejected rows" columns={columns} rows={found.rejected} empty="None." long />
          </RoomSection>
        </>
      ),
    },
    files,
  );
}

function Progress({ counts }: CatalogImportDoc) {
  if (!counts) return null;
  const { created, updated, unchanged, failed, variants, fetched, missing } = counts;
  return (
    <Stats label="Progress">
      <Stat
        label="New"
        value={formatCount(created)}
        note={`with the others ${formatNoun(variants, 'variant')}`}
      />
      <Stat label="Changed" value={formatCount(updated)} />
      <Stat label="As before" value={formatCount(unchanged)} />
      <Stat label="Rejected" value={formatCount(failed)} />
      <Stat
        label="Images"
        value={formatCount(fetched)}
        note={`${formatCount(missing)} could not be fetched`}
      />
    </Stats>
  );
}

const columns: readonly Column<RejectedRow>[] = [
  { heading: 'Row', kind: 'number', cell: ({ row }) => formatCount(row) },
  { heading: 'Product', cell: ({ productId }) => productId && <code>{productId}</code> },
  { heading: 'Reason', kind: 'long', cell: ({ reason }) => reason },
];
