import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app/app-context.ts';
import type { ListingState } from './listing.ts';

/** The listing as it is now; the component renders again when it changes. */
export function useListing(): ListingState {
  const { listing } = useApp();
  const [state, setState] = useState(listing.read);
  useEffect(() => {
    setState(listing.read());
    return listing.subscribe(setState);
  }, [listing]);
  return state;
}
