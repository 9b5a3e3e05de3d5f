import { X } from 'lucide';
import { Button } from '../../../design/components/button.tsx';
import { type FilterName, type Filters, noFilters, setFilters, withoutFilter } from '../../state/filters.ts';
import { getListing, type ListingState } from '../../state/listing-state.ts';
import { formatMoney } from '../../texts/formats.ts';
import { useWholeApp } from '../../ui/app-context.ts';

/** The filters that are set, and the order that was chosen; a tap removes one. */
export function AppliedFilters() {
  const { state, texts, listing } = useWholeApp();
  const listed = getListing(state);
  const { filters } = listed;
  const names = setFilters(filters);
  const getName = useFilterText(listed);
  const { sort } = filters;
  if (names.length === 0 && sort === 'featured') return null;
  return (
    <div class="applied">
      {names.map((name) => (
        <Button
          key={name}
          icon={X}
          aria-label={texts.items.clearFilter(getName[name](filters))}
          onClick={() => listing.show(withoutFilter(filters, name))}
        >
          {getName[name](filters)}
        </Button>
      ))}
      {sort !== 'featured' && (
        <Button
          icon={X}
          aria-label={texts.items.clearFilter(texts.items.sorts[sort])}
          onClick={() => listing.show({ ...filters, sort: 'featured' })}
        >
          {texts.items.sorts[sort]}
        </Button>
      )}
      {names.length > 1 && (
        <Button kind="quiet" onClick={() => listing.show({ ...noFilters, q: filters.q, sort: filters.sort })}>
          {texts.items.clearFilters}
        </Button>
      )}
    </div>
  );
}

/** Returns the label of each filter. */
function useFilterText({ facets }: ListingState): Record<FilterName, (filters: Filters) => string> {
  const { texts, language } = useWholeApp();
  const currency = facets?.price?.currency;
  const money = (amount: number | undefined | null) =>
    currency && typeof amount === 'number' ? formatMoney({ amount, currency }, language) : '';
  return {
    category: ({ category }) => category?.split('>').at(-1) ?? '',
    color: ({ color }) => color ?? '',
    price: ({ minPrice, maxPrice }) =>
      texts.items.priceRange(money(minPrice ?? facets?.price?.min), money(maxPrice ?? facets?.price?.max)),
    available: () => texts.items.available,
  };
}
