import { useEffect, useState } from 'preact/hooks';
import type { ProductView } from '../../../../shared/try-on/contract.ts';
import type { Api } from '../api/client.ts';
import { getReason, RequestFailure } from '../api/failure.ts';
import type { LookEntry } from '../state/app-state.ts';
import type { Reason } from '../state/reason.ts';
import { useApp } from '../ui/app-context.ts';

/** By product id; null: the shop has it no more. */
export type Products = ReadonlyMap<string, ProductView | null>;

type Loaded =
  | { status: 'loading' }
  | { status: 'failed'; reason: Reason }
  | { status: 'ready'; products: Products };

/** Returns the products of a look as the shop has them now, and a way to try again. */
export function useProducts(entries: readonly LookEntry[]): [Loaded, retry: () => void] {
  const { api } = useApp();
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const aborter = new AbortController();
    setLoaded({ status: 'loading' });
    loadProducts(api, entries, aborter.signal).then(
      (products) => setLoaded({ status: 'ready', products }),
      (error: unknown) => {
        if (!aborter.signal.aborted) setLoaded({ status: 'failed', reason: getReason(error) });
      },
    );
    return () => aborter.abort();
  }, [attempt]);
  return [loaded, () => setAttempt(attempt + 1)];
}

/** A product is asked for once, however many of its variants are in the look. */
async function loadProducts(
  api: Pick<Api, 'product'>,
  entries: readonly LookEntry[],
  signal: AbortSignal,
): Promise<Products> {
  const ids = [...new Set(entries.map(({ productId }) => productId))];
  return new Map(
    await Promise.all(ids.map(async (id) => [id, await productOrNull(api, id, signal)] as const)),
  );
}

async function productOrNull(
  api: Pick<Api, 'product'>,
  id: string,
  signal: AbortSignal,
): Promise<ProductView | null> {
  try {
    return await api.product(id, signal);
  } catch (error) {
    if (error instanceof RequestFailure && error.status === 404) return null;
    throw error;
  }
}
