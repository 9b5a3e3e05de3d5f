import { Package, SearchX } from 'lucide';
import { useState } from 'preact/hooks';
import { maxLookItems, type ProductCard } from '../../../../../shared/try-on/contract.ts';
import { Button } from '../../../design/components/button.tsx';
import { Notice } from '../../../design/components/notice.tsx';
import { isNarrowed, noFilters } from '../../state/filters.ts';
import { getListing, type ListingState } from '../../state/listing-state.ts';
import { lookKey } from '../../state/look.ts';
import { useWholeApp } from '../../ui/app-context.ts';
import { RemedyButton } from '../../ui/remedy-button.tsx';
import { ScreenHeading } from '../../ui/screen-heading.tsx';
import { AfterGrid } from './after-grid.tsx';
import { AppliedFilters } from './applied-filters.tsx';
import { BrowseBar } from './browse-bar.tsx';
import { LookTray } from './look-tray.tsx';
import { ProductGrid } from './product-grid.tsx';
import { ProductSheet } from './product-sheet.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import './items-screen.css';

/** The store's items, and the look that is put together of them. */
export function ItemsScreen() {
  const { state, texts, listing } = useWholeApp();
  const listed = getListing(state);
  const [opened, setOpened] = useState<ProductCard | null>(null);
  useScrollRestoration();
  const { title, replaceTitle, replaceLead, lead } = texts.items;
  const replaced = state.look.find((entry) => lookKey(entry) === state.replacing);
  const isEmptyStore =
    listed.status === 'complete' && listed.products.length === 0 && !isNarrowed(listed.filters);
  return (
    <>
      <ScreenHeading
        text={replaced ? replaceTitle : title}
        lead={replaced ? replaceLead(replaced.title) : lead(maxLookItems)}
      />
      {isEmptyStore ? (
        <Notice icon={Package} title={texts.items.emptyTitle} text={texts.items.empty}>
          <RemedyButton remedy="backToShop" isFirst />
        </Notice>
      ) : (
        <>
          <BrowseBar />
          <AppliedFilters />
          {state.look.length > 0 && <SkipToLook />}
          <ProductGrid listed={listed} onOpen={setOpened} />
          <AfterGrid listed={listed} listing={listing} />
          <NoMatch listed={listed} />
        </>
      )}
      {!(isEmptyStore && state.look.length === 0) && <LookTray />}
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
}

/** Leads past the grid, which has two stops for each item; seen once it has the focus. */
function SkipToLook() {
  const { texts } = useWholeApp();
  const skip = () => document.querySelector<HTMLElement>('.tray .button-primary')?.focus();
  return (
    <Button class="skip-to-look" onClick={skip}>
      {texts.items.look}
    </Button>
  );
}

/** Offers a way out of a list without matches. */
function NoMatch({ listed: { status, products, filters } }: { listed: ListingState }) {
  const { texts, listing } = useWholeApp();
  if (status !== 'complete' || products.length > 0) return null;
  return (
    <Notice icon={SearchX} title={texts.items.noMatchTitle} text={texts.items.noMatch}>
      <Button kind="primary" onClick={() => listing.show({ ...noFilters, sort: filters.sort })}>
        {texts.items.clearFilters}
      </Button>
    </Notice>
  );
}
