import type { CostFigures } from '../../../shared/costs/cost-day-model.ts';
import type { CostRow, Costs } from '../../../shared/costs/read-costs.ts';
import { RangeChoice, toRangeQuery } from '../../html/range-choice.tsx';
import { RoomSection } from '../../html/room-page.tsx';
import type { RefusedRange } from '../../http/day-range.ts';
import { ButtonLink } from '../../web/design/components/button.tsx';
import { Stat, Stats } from '../../web/design/components/card.tsx';
import { type Column, Table } from '../../web/design/components/table.tsx';
import { formatCount } from '../../web/design/format-count.ts';

/** The rows of a table of costs. */
interface CostNaming {
  heading: string;
  /** The page of a row's subject. */
  toPath: (name: string) => string;
  /** Shown instead of the id. */
  titles?: ReadonlyMap<string, string>;
}

interface Props {
  /** Of the page. */
  path: string;
  costs: Costs;
  refused?: RefusedRange | undefined;
  naming: CostNaming;
}

/** The estimated cost of a range of days beside what it made: by provider, or by account. */
export const CostSection = ({ path, costs, refused, naming }: Props) => (
  <RoomSection
    id="costs"
    title="Costs"
    lead="Estimated with the price of a call in PROVIDER_COSTS, as the workers counted it. A render that failed may cost something too; a credit that was refunded later is counted here."
  >
    <RangeChoice path={path} anchor="#costs" range={costs.range} refused={refused} />
    <Totals {...costs} />
    <Table
      label={`Costs by ${naming.heading.toLowerCase()}`}
      columns={toColumns(naming)}
      rows={costs.rows}
      empty="Nothing was rendered in these days."
      more={costs.more > 0 && `${formatCount(costs.more)} more are in the sums and in the CSV.`}
    />
    <p>
      <ButtonLink href={`${path}/costs.csv?${toRangeQuery(costs.range)}`} download="">
        Download CSV
      </ButtonLink>
    </p>
  </RoomSection>
);

const Totals = ({ total }: Costs) => (
  <Stats label="Sums of the range">
    <Stat
      label="Estimated cost"
      value={formatDollars(total.microdollars)}
      {...(total.renders > 0 && { note: `${formatDollars(getCostPerRender(total))} a render` })}
    />
    <Stat
      label="Renders"
      value={formatCount(total.renders)}
      note={`${formatCount(total.tries)} ${total.tries === 1 ? 'try' : 'tries'}`}
    />
    <Stat label="Charged credits" value={formatCount(total.credits)} />
  </Stats>
);

const getCostPerRender = ({ microdollars, renders }: CostFigures) => Math.round(microdollars / renders);

const toColumns = ({ heading, toPath, titles }: CostNaming): readonly Column<CostRow>[] => [
  { heading, cell: ({ name }) => <a href={toPath(name)}>{titles?.get(name) ?? name}</a> },
  { heading: 'Estimated cost', kind: 'number', cell: ({ microdollars }) => formatDollars(microdollars) },
  { heading: 'Tries', kind: 'number', cell: ({ tries }) => formatCount(tries) },
  { heading: 'Renders', kind: 'number', cell: ({ renders }) => formatCount(renders) },
  { heading: 'Charged credits', kind: 'number', cell: ({ credits }) => formatCount(credits) },
];

const dollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 6,
});

/** Formats millionths of a dollar, with cents at least and without loss. */
const formatDollars = (microdollars: number): string => dollars.format(microdollars / 1_000_000);
