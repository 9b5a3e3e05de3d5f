import { useCallback, useEffect, useState } from 'preact/hooks';
import type { ProductCard } from '../../../../../shared/try-on/contract.ts';
import { useApp } from '../../app/app-context.ts';

const pageSize = 24;

interface Listing {
  products: ProductCard[];
  state: 'loading' | 'partial' | 'complete' | 'failed';
  /** Loads the next page, or repeats the one that failed. */
  more: () => void;
}

/** The store's items, page by page. */
export function useProducts(): Listing {
  const { api } = useApp();
  const [products, setProducts] = useState<ProductCard[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [state, setState] = useState<Listing['state']>('loading');
  const more = useCallback(() => {
    setState('loading');
    api.products({ limit: pageSize, ...(cursor && { cursor }) }).then(
      (page) => {
        setProducts((before) => [...before, ...page.products]);
        setCursor(page.nextCursor);
        setState(page.nextCursor ? 'partial' : 'complete');
      },
      () => setState('failed'),
    );
  }, [api, cursor]);
  useEffect(more, []);
  return { products, state, more };
}
