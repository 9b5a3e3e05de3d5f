import { useRef, useState } from 'preact/hooks';
import type { Checkout, ShopifyCheckout } from '../../../../shared/try-on/checkout.ts';
import { Button, ButtonLink } from '../../design/components/button.tsx';
import type { FrameLink } from '../api/frame.ts';
import { useApp } from '../ui/app-context.ts';
import { addToCart } from './cart-hand-off.ts';
import { boughtItems, type CheckoutLine, type Quantities } from './checkout-line.ts';
import { checkoutUrl } from './checkout-url.ts';
import { checkoutWay } from './checkout-way.ts';

interface Props {
  lines: readonly CheckoutLine[];
  quantities: Quantities;
  onDone: () => void;
}

type Items = ReturnType<typeof boughtItems>;

/** The button that leaves for the shop; nothing where there is nothing to buy, or no checkout to lead to. */
export function HandOver({ lines, quantities, onDone }: Props) {
  const { bootstrap, frame, anonymousId } = useApp();
  const { checkout, slug } = bootstrap.store;
  const items = boughtItems(lines, quantities);
  const clicked = useClicked(items);
  if (!checkout || items.length === 0) return null;
  const url = checkoutUrl(checkout, items, { store: slug, anonymousId: anonymousId() });
  return frame && checkoutWay(checkout, frame) === 'cart' ? (
    <AddToCart
      {...{ items, url, clicked, frame, onDone }}
      embedMode={(checkout as ShopifyCheckout).embedMode}
    />
  ) : (
    <CheckoutLink url={url} onClick={() => clicked(null)} />
  );
}

/** Reports the first tap: a second one of an impatient shopper is the same checkout. */
function useClicked(items: Items): (cartToken: string | null) => void {
  const { report, state, bootstrap } = useApp();
  const isReported = useRef(false);
  return (cartToken) => {
    if (isReported.current) return;
    isReported.current = true;
    report('Checkout Clicked', clickedProperties(bootstrap.store.checkout, items, state.openedLook), {
      items,
      cartToken,
    });
  };
}

function clickedProperties(checkout: Checkout | null, items: Items, openedLook: string | null) {
  return {
    selectedItemCount: items.length,
    hasStorefrontToken: checkout?.platform === 'shopify' && checkout.storefrontToken !== undefined,
    fromSharedLook: openedLook !== null,
    ...(openedLook !== null && { sharedLookShortId: openedLook }),
  };
}

/** In the window around a frame: a checkout in a frame of another site would have no cookies. */
function CheckoutLink({ url, onClick }: { url: string; onClick?: () => void }) {
  const { texts } = useApp();
  return (
    <ButtonLink kind="primary" wide href={url} target="_top" {...(onClick && { onClick })}>
      {texts.checkout.checkOut}
    </ButtonLink>
  );
}

interface AddToCartProps {
  items: Items;
  /** Where the shopper is led when the cart does not take the items. */
  url: string;
  embedMode: ShopifyCheckout['embedMode'];
  frame: FrameLink;
  clicked: (cartToken: string | null) => void;
  onDone: () => void;
}

function AddToCart({ items, url, embedMode, frame, clicked, onDone }: AddToCartProps) {
  const { texts, anonymousId, close } = useApp();
  const [status, setStatus] = useState<'idle' | 'adding' | 'failed'>('idle');
  const add = async () => {
    setStatus('adding');
    const added = await addToCart(frame, items, anonymousId());
    clicked(added?.cartToken ?? null);
    if (!added) {
      setStatus('failed');
      window.open(url, '_top');
      return;
    }
    frame.send({ type: 'event', name: 'added-to-cart', detail: { items } });
    onDone();
    if (embedMode === 'cart') frame.send({ type: 'cart', step: 'show' });
    else close?.();
  };
  return status === 'failed' ? (
    <>
      <p class="small soft" role="alert">
        {texts.checkout.cartFailed}
      </p>
      <CheckoutLink url={url} />
    </>
  ) : (
    <Button kind="primary" wide busy={status === 'adding'} onClick={() => void add()}>
      {texts.checkout.addToCart}
    </Button>
  );
}
