import { useEffect, useState } from 'preact/hooks';
import type { ProductView } from '../../../../shared/try-on/contract.ts';
import type { Api } from '../api/client.ts';
import { RequestFailure, reasonOf } from '../api/failure.ts';
import type { LookEntry } from '../state/app-state.ts';
import type { Reason } from '../state/reason.ts';
import { useApp } from '../ui/app-context.ts';
import { type CheckoutLine, checkoutLine } from './checkout-line.ts';

type Loaded =
  | { status: 'loading' }
  | { status: 'failed'; reason: Reason }
  | { status: 'ready'; lines: CheckoutLine[] };

/** The lines of a look as the shop has its products now, and a way to try again. */
export function useCheckoutLines(entries: readonly LookEntry[]): [Loaded, retry: () => void] {
  const { api } = useApp();
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const aborter = new AbortController();
    setLoaded({ status: 'loading' });
    loadLines(api, entries, aborter.signal).then(
      (lines) => setLoaded({ status: 'ready', lines }),
      (error: unknown) => {
        if (!aborter.signal.aborted) setLoaded({ status: 'failed', reason: reasonOf(error) });
      },
    );
    return () => aborter.abort();
  }, [attempt]);
  return [loaded, () => setAttempt(attempt + 1)];
}

/** A product is asked for once, however many of its variants are in the look. */
async function loadLines(
  api: Pick<Api, 'product'>,
  entries: readonly LookEntry[],
  signal: AbortSignal,
): Promise<CheckoutLine[]> {
  const ids = [...new Set(entries.map(({ productId }) => productId))];
  const products = new Map(
    await Promise.all(ids.map(async (id) => [id, await productOrNull(api, id, signal)] as const)),
  );
  return entries.map((entry) => checkoutLine(entry, products.get(entry.productId) ?? null));
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
