import type { DayRange } from '../../shared/credits/usage-days.ts';
import { listRanges, type RefusedRange } from '../http/day-range.ts';
import { Button } from '../web/design/components/button.tsx';
import { TextField } from '../web/design/components/field.tsx';
import { Tabs } from '../web/design/components/tabs.tsx';

interface Props {
  /** Of the page. */
  path: string;
  /** The id of the section that it is about; empty: the page. */
  anchor?: string;
  range: DayRange;
  refused?: RefusedRange | undefined;
}

export const toRangeQuery = ({ from, to }: DayRange): string => `${new URLSearchParams({ from, to })}`;

/** The days of a page: the usual ranges, and fields for any other. */
export function RangeChoice({ path, anchor = '', range, refused }: Props) {
  const { from, to } = { ...range, ...refused?.range };
  const errors = refused?.errors ?? {};
  const toHref = (each: DayRange) => `${path}?${toRangeQuery(each)}${anchor}`;
  return (
    <>
      <Tabs
        label="Range"
        tabs={listRanges().map(({ title, range: each }) => ({ title, href: toHref(each) }))}
        current={toHref(range)}
      />
      <form class="filters" method="get" action={`${path}${anchor}`}>
        <TextField
          id="from"
          label="From (UTC)"
          name="from"
          type="date"
          required
          value={from}
          {...(errors.from && { error: errors.from })}
        />
        <TextField
          id="to"
          label="To (UTC)"
          name="to"
          type="date"
          required
          value={to}
          {...(errors.to && { error: errors.to })}
        />
        <Button type="submit">Show</Button>
      </form>
    </>
  );
}
