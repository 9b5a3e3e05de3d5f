import { CloudOff, Package } from 'lucide';
import { maxLookItems, type ProductCard } from '../../../../../shared/try-on/contract.ts';
import { Button } from '../../../design/components/button.tsx';
import { Notice } from '../../../design/components/notice.tsx';
import { Skeleton } from '../../../design/components/skeleton.tsx';
import { useApp } from '../../app/app-context.ts';
import { ScreenHeading } from '../../app/screen-heading.tsx';
import { entryOf } from '../../app/session-steps.ts';
import { lookKey } from '../../state/look.ts';
import { LookTray } from './look-tray.tsx';
import { ProductTile } from './product-tile.tsx';
import { useProducts } from './use-products.ts';
import './items-screen.css';

const places = ['1', '2', '3', '4', '5', '6', '7', '8'];

/** The store's items, and the look that is put together of them. */
export function ItemsScreen() {
  const { state, texts } = useApp();
  const listing = useProducts();
  const { title, replaceTitle, lead } = texts.items;
  return (
    <>
      <ScreenHeading text={state.replacing ? replaceTitle : title} lead={lead(maxLookItems)} />
      {listing.state === 'failed' ? (
        <Notice icon={CloudOff} title={texts.items.failed} text={texts.reasons.unavailable.text}>
          <Button kind="primary" onClick={listing.more}>
            {texts.shell.retry}
          </Button>
        </Notice>
      ) : listing.state === 'complete' && listing.products.length === 0 ? (
        <Notice icon={Package} title={texts.items.emptyTitle} text={texts.items.empty} />
      ) : (
        <Grid products={listing.products} isLoading={listing.state === 'loading'} />
      )}
      {listing.state === 'partial' && (
        <div class="items-more">
          <Button onClick={listing.more}>{texts.items.more}</Button>
        </div>
      )}
      <LookTray />
    </>
  );
}

function Grid({ products, isLoading }: { products: ProductCard[]; isLoading: boolean }) {
  const { state, dispatch, status, texts } = useApp();
  const choose = (product: ProductCard) => {
    const entry = entryOf(product);
    const key = lookKey(entry);
    const isIn = state.look.some((other) => lookKey(other) === key);
    if (isIn) dispatch({ type: 'item-removed', key });
    else if (!state.replacing && state.look.length >= maxLookItems)
      status.toast(texts.items.full(maxLookItems));
    else dispatch({ type: 'item-added', entry });
  };
  return (
    <ul class="items">
      {products.map((product, index) => (
        <li key={product.productId}>
          <ProductTile
            product={product}
            isIn={state.look.some(({ productId }) => productId === product.productId)}
            isEager={index < 4}
            onChoose={() => choose(product)}
          />
        </li>
      ))}
      {isLoading &&
        places.map((place) => (
          <li key={`place-${place}`}>
            <Skeleton ratio="3 / 4" />
          </li>
        ))}
    </ul>
  );
}
