import { useEffect } from 'preact/hooks';
import type { ProductCard } from '../../../../../shared/try-on/contract.ts';
import { getStep } from '../../state/flow.ts';
import type { FlowProgress } from '../../state/flow-progress.ts';
import { useApp } from '../../ui/app-context.ts';

/** Counts what the look has from elsewhere, such as the item of the product page, to the step that it belongs to. */
export function useFoundItems(progress: FlowProgress, listed: ProductCard[]): void {
  const { state, api, dispatch } = useApp();
  const { source } = getStep(progress);
  const others = state.look
    .map(({ productId }) => productId)
    .filter((id) => !progress.picks.some(([picked]) => picked === id))
    .join(',');
  const found = (products: ProductCard[]) =>
    dispatch({
      type: 'flow-items-found',
      productIds: new Set(products.map(({ productId }) => productId)),
    });
  useEffect(() => found(listed), [listed, others]);
  useEffect(() => {
    if (others === '' || 'products' in source) return;
    const aborter = new AbortController();
    // They may be on a page of the list that is not loaded. Without a response, the shopper chooses another one.
    api.products({ ...source, items: others }, aborter.signal).then(
      ({ products }) => found(products),
      () => undefined,
    );
    return () => aborter.abort();
  }, [others]);
}
