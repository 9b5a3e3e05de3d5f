import { useEffect, useState } from 'preact/hooks';
import { type Facets, type SortOrder, sortOrders } from '../../../../../shared/try-on/contract.ts';
import { Button } from '../../../design/components/button.tsx';
import { Choice } from '../../../design/components/choice.tsx';
import type { Track } from '../../analytics/analytics.ts';
import { type Filters, listingQuery, noFilters } from '../../state/filters.ts';
import { getListing } from '../../state/listing-state.ts';
import { useApp, useWholeApp } from '../../ui/app-context.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { PriceRange } from './price-range.tsx';
import './filter-sheet.css';

/** A row or chip that stands for no filter: no path and no color is empty. */
const any = '';

/** Filters and sort, applied when the sheet is closed by its button, which says how many items will be shown. */
export function FilterSheet({ onClose }: { onClose: () => void }) {
  const { state, texts, listing, track } = useWholeApp();
  const { facets } = getListing(state);
  const [draft, setDraft] = useState(listing.read().filters);
  const count = useMatchCount(draft);
  const change = (part: Partial<Filters>) => setDraft((before) => ({ ...before, ...part }));
  const apply = () => {
    trackChoices(track, listing.read().filters, draft, facets?.categories ?? []);
    listing.show(draft);
    window.scrollTo(0, 0);
    onClose();
  };
  return (
    <Sheet
      title={texts.items.filter}
      closeName={texts.shell.close}
      size="large"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={apply}>
          {count === null ? texts.items.done : texts.items.show(count)}
        </Button>
      }
    >
      <div class="filters">
        <Choice
          legend={texts.items.sort}
          options={sortOrders.map((value) => ({ value, label: texts.items.sorts[value] }))}
          chosen={draft.sort}
          onChoose={(sort: SortOrder) => change({ sort })}
        />
        {facets && <FacetFilters facets={facets} draft={draft} change={change} />}
        <label class="filters-check">
          <input
            type="checkbox"
            checked={draft.availableOnly}
            onChange={(event) => change({ availableOnly: event.currentTarget.checked })}
          />
          {texts.items.available}
        </label>
        {/* Not at the thumb, where sheets are closed. */}
        <Button onClick={() => setDraft({ ...noFilters, q: draft.q })}>{texts.items.clearFilters}</Button>
      </div>
    </Sheet>
  );
}

/** Reports the category and the sort that were chosen; Featured, the order before any choice, is not reported. */
function trackChoices(track: Track, before: Filters, chosen: Filters, categories: Facets['categories']) {
  const category = categories.find(({ path }) => path === chosen.category);
  if (category && category.path !== before.category) {
    track('Filter Selected', { filter_name: category.name, filter_scope: 'category' });
  }
  if (chosen.sort !== before.sort && chosen.sort !== 'featured')
    track('Sort Selected', { sort_name: chosen.sort });
}

interface FacetProps {
  facets: Facets;
  draft: Filters;
  change: (part: Partial<Filters>) => void;
}

/** The filters that follow from what the catalog has. */
function FacetFilters({ facets: { categories, colors, price }, draft, change }: FacetProps) {
  const { texts } = useWholeApp();
  return (
    <>
      {categories.length > 0 && (
        <Choice
          rows
          legend={texts.items.category}
          options={[
            { value: any, label: texts.items.allCategories },
            ...openCategories(categories, draft.category).map(categoryRow),
          ]}
          chosen={draft.category ?? any}
          onChoose={(path) => change({ category: path || null })}
        />
      )}
      {colors.length > 0 && (
        <Choice
          legend={texts.items.color}
          options={[
            { value: any, label: texts.items.anyColor },
            ...colors.map(({ name, swatch }) => ({ value: name, label: name, swatch })),
          ]}
          chosen={draft.color ?? any}
          onChoose={(name) => change({ color: name || null })}
        />
      )}
      {price && price.min < price.max && <PriceRange price={price} draft={draft} onChange={change} />}
    </>
  );
}

const getTop = (path: string) => path.split('>')[0];

/**
 * Returns the categories of the first level, and those below the one of them that is chosen, or the only one: a large
 * shop has hundreds.
 */
function openCategories(categories: Facets['categories'], chosen: string | null): Facets['categories'] {
  const tops = categories.filter(({ path }) => path === getTop(path));
  const open = tops.length === 1 ? tops[0]!.path : chosen && getTop(chosen);
  return categories.filter(({ path }) => path === getTop(path) || getTop(path) === open);
}

function categoryRow({ path, name, count }: Facets['categories'][number]) {
  const depth = path.split('>').length - 1;
  const label = (
    <span style={{ paddingInlineStart: `${depth * 16}px` }}>
      {name} <span class="soft small numbers">{count}</span>
    </span>
  );
  return { value: path, label };
}

/** Returns the number of items that match the filters; null until it is known. */
function useMatchCount(filters: Filters): number | null {
  const { api } = useApp();
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const aborter = new AbortController();
    setCount(null);
    api.products({ ...listingQuery(filters), limit: 1 }, aborter.signal).then(
      ({ total }) => setCount(total),
      () => undefined, // the button says "Done" instead; the list itself reports a failure
    );
    return () => aborter.abort();
  }, [JSON.stringify(filters)]);
  return count;
}
