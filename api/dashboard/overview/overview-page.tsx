import type { KpiOverview } from '../../../shared/kpis/read-overview.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { RangeChoice, toRangeQuery } from '../../html/range-choice.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { RefusedRange } from '../../http/day-range.ts';
import type { Person } from '../../identity/person.ts';
import { ButtonLink } from '../../web/design/components/button.tsx';
import { dashboardPage, toStorePath } from '../dashboard-page.tsx';
import { Funnel, VisitChart } from './overview-charts.tsx';
import { OverviewStats, Summary } from './overview-stats.tsx';
import { TopFlows, TopLooks, TopProducts } from './top-tables.tsx';

export interface OverviewPage {
  person: Person;
  store: StoreDoc;
  overview: KpiOverview;
  /** By product id. */
  titles: ReadonlyMap<string, string>;
  /** By flow id. */
  flowNames: ReadonlyMap<string, string>;
  /** Returns the address of a shared look. */
  toLookUrl: (shortId: string) => string;
  refused?: RefusedRange;
}

/** `/dashboard/{store}`: what the try-on has led to. */
export function overviewPage(page: OverviewPage, files: EntryFiles): string {
  const { person, store, overview, titles, flowNames, toLookUrl, refused } = page;
  const path = toStorePath(store);
  const { from, to } = overview.range;
  return dashboardPage(
    {
      path,
      title: 'Overview',
      person,
      store,
      beside: (
        <ButtonLink
          href={`${path}/kpis.csv?${toRangeQuery(overview.range)}`}
          download={`${store.slug}-${from}-${to}.csv`}
        >
          Download CSV
        </ButtonLink>
      ),
      children: (
        <>
          <section class="room-section" aria-label="Range">
            <RangeChoice path={path} range={overview.range} refused={refused} />
          </section>
          <section class="room-section" aria-label="Figures">
            <Summary {...overview} />
            <OverviewStats {...overview} />
          </section>
          <RoomSection id="visits" title="Sessions and try-ons">
            <VisitChart {...overview} />
          </RoomSection>
          <RoomSection
            id="funnel"
            title="From session to order"
            lead="Sessions that took each step; sharing is a side step. An order counts for the day on which its session began."
          >
            <Funnel total={overview.total} />
          </RoomSection>
          <RoomSection
            id="products"
            title="Top products"
            lead="In looks that were tried on, taken to checkout and ordered."
          >
            <TopProducts products={overview.top.products} titles={titles} />
          </RoomSection>
          <RoomSection
            id="flows"
            title="Top flows"
            lead="Sessions that continued from a step of the flow, and those of them with an image on the same day."
          >
            <TopFlows flows={overview.top.flows} names={flowNames} />
          </RoomSection>
          <RoomSection id="looks" title="Shared looks" lead="The links that were opened most.">
            <TopLooks looks={overview.top.looks} toUrl={toLookUrl} />
          </RoomSection>
        </>
      ),
    },
    files,
  );
}
