import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app/app-context.ts';
import type { Listing, ListingState } from './listing.ts';

/** A listing as it is now, by default that of the store; the component renders again when it changes. */
export function useListing(of?: Listing): ListingState {
  const app = useApp();
  const listing = of ?? app.listing;
  const [state, setState] = useState(listing.read);
  useEffect(() => {
    setState(listing.read());
    return listing.subscribe(setState);
  }, [listing]);
  return state;
}
