import { Package, SearchX } from 'lucide';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { maxLookItems, type ProductCard } from '../../../../../shared/try-on/contract.ts';
import { Button } from '../../../design/components/button.tsx';
import { Notice } from '../../../design/components/notice.tsx';
import { useApp } from '../../app/app-context.ts';
import { ScreenHeading } from '../../app/screen-heading.tsx';
import { isNarrowed, noFilters } from '../../catalog/filters.ts';
import type { ListingState } from '../../catalog/listing.ts';
import { useListing } from '../../catalog/use-listing.ts';
import { lookKey } from '../../state/look.ts';
import { AfterGrid } from './after-grid.tsx';
import { AppliedFilters } from './applied-filters.tsx';
import { BrowseBar } from './browse-bar.tsx';
import { LookTray } from './look-tray.tsx';
import { ProductGrid } from './product-grid.tsx';
import { ProductSheet } from './product-sheet.tsx';
import './items-screen.css';

/** The store's items, and the look that is put together of them. */
export function ItemsScreen() {
  const { state, texts, listing } = useApp();
  const listed = useListing();
  const [opened, setOpened] = useState<ProductCard | null>(null);
  useKeptPlace();
  const { title, replaceTitle, replaceLead, lead } = texts.items;
  const replaced = state.look.find((entry) => lookKey(entry) === state.replacing);
  const isEmptyStore =
    listed.step === 'complete' && listed.products.length === 0 && !isNarrowed(listed.filters);
  return (
    <>
      <ScreenHeading
        text={replaced ? replaceTitle : title}
        lead={replaced ? replaceLead(replaced.title) : lead(maxLookItems)}
      />
      {isEmptyStore ? (
        <Notice icon={Package} title={texts.items.emptyTitle} text={texts.items.empty} />
      ) : (
        <>
          <BrowseBar />
          <AppliedFilters />
          <ProductGrid listed={listed} onOpen={setOpened} />
          <AfterGrid listed={listed} listing={listing} />
          <NoMatch listed={listed} />
        </>
      )}
      <LookTray />
      {opened && (
        <ProductSheet
          productId={opened.productId}
          title={opened.title}
          replacing={state.replacing}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );

  /** A return to this screen finds the list where it was left. */
  function useKeptPlace() {
    useEffect(() => {
      listing.show(listing.read().filters);
      window.scrollTo(0, listing.scrolledTo);
    }, []);
    // Of a layout effect, the clean-up runs before the next screen is drawn, which may be shorter.
    useLayoutEffect(() => {
      const keep = () => {
        listing.scrolledTo = window.scrollY;
      };
      addEventListener('scroll', keep, { passive: true });
      return () => removeEventListener('scroll', keep);
    }, []);
  }
}

/** What to do when nothing is found. */
function NoMatch({ listed: { step, products, filters } }: { listed: ListingState }) {
  const { texts, listing } = useApp();
  if (step !== 'complete' || products.length > 0) return null;
  return (
    <Notice icon={SearchX} title={texts.items.noMatchTitle} text={texts.items.noMatch}>
      <Button kind="primary" onClick={() => listing.show({ ...noFilters, sort: filters.sort })}>
        {texts.items.clearFilters}
      </Button>
    </Notice>
  );
}
