import { useEffect, useLayoutEffect } from 'preact/hooks';
import { allItems } from '../../state/listing-state.ts';
import { useApp } from '../../ui/app-context.ts';

/** Shows the list of all items where it was left. */
export function useScrollRestoration(): void {
  const { listing, dispatch } = useApp();
  useEffect(() => {
    const { filters, scrolledTo } = listing.read();
    listing.show(filters);
    window.scrollTo(0, scrolledTo);
  }, []);
  // Of a layout effect, the clean-up runs before the next screen is drawn, which may be shorter.
  useLayoutEffect(() => {
    let { scrolledTo } = listing.read();
    const keep = () => {
      scrolledTo = window.scrollY;
    };
    addEventListener('scroll', keep, { passive: true });
    return () => {
      removeEventListener('scroll', keep);
      dispatch({ type: 'listing-changed', key: allItems, part: { scrolledTo } });
    };
  }, []);
}
