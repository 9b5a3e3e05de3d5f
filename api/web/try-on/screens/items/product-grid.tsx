import type { ProductCard } from '../../../../../shared/try-on/contract.ts';
import { Skeleton } from '../../../design/components/skeleton.tsx';
import { toEntry } from '../../catalog/look-entries.ts';
import type { ListingState } from '../../state/listing-state.ts';
import { lookKey } from '../../state/look.ts';
import { useWholeApp } from '../../ui/app-context.ts';
import { fullText } from './full-text.ts';
import { ProductTile } from './product-tile.tsx';

const places = ['1', '2', '3', '4', '5', '6', '7', '8'];

interface Props {
  listed: ListingState;
  onOpen: (product: ProductCard) => void;
}

/** The items that were found; while a new list loads, the one before stays in sight. */
export function ProductGrid({ listed, onOpen }: Props) {
  const { state, dispatch, status, texts, track } = useWholeApp();
  const toggle = (product: ProductCard) => {
    const entries = state.look.filter(({ productId }) => productId === product.productId);
    if (entries.length > 0) {
      for (const entry of entries) dispatch({ type: 'item-removed', key: lookKey(entry) });
      return;
    }
    const refusal = fullText(state, texts);
    if (refusal) return status.toast(refusal);
    if (product.hasSizes) return onOpen(product);
    dispatch({ type: 'item-added', entry: toEntry(product) });
    track('Added Item to Look', { productTitle: product.title });
    // It can be tried on all the same; the checkout leaves it out.
    if (!product.available) status.toast(texts.product.soldOutValue(product.title));
  };
  const isLoading = listed.status === 'loading';
  return (
    <ul class="items" aria-busy={isLoading}>
      {listed.products.map((product, index) => (
        <li key={product.productId}>
          <ProductTile
            product={product}
            isIn={state.look.some(({ productId }) => productId === product.productId)}
            isEager={index < 4}
            onToggle={() => toggle(product)}
            onOpen={() => onOpen(product)}
          />
        </li>
      ))}
      {isLoading &&
        listed.products.length === 0 &&
        places.map((place) => (
          <li key={`place-${place}`}>
            <Skeleton ratio="3 / 4" />
          </li>
        ))}
    </ul>
  );
}
