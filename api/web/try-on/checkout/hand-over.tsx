import { useRef, useState } from 'preact/hooks';
import type { Checkout, ShopifyCheckout } from '../../../../shared/try-on/checkout.ts';
import { Button, ButtonLink } from '../../design/components/button.tsx';
import type { FrameLink } from '../api/frame.ts';
import { formatMoney } from '../texts/formats.ts';
import { useApp, useWholeApp } from '../ui/app-context.ts';
import { addToCart } from './cart-hand-off.ts';
import { boughtItems, boughtTotal, type CheckoutLine, type Quantities } from './checkout-line.ts';
import { checkoutUrl } from './checkout-url.ts';
import { checkoutWay } from './checkout-way.ts';
import { openOption } from './line-options.tsx';

interface Props {
  lines: readonly CheckoutLine[];
  quantities: Quantities;
  onDone: () => void;
  kind?: 'primary' | 'secondary';
}

type Items = ReturnType<typeof boughtItems>;

/** The button that leaves for the shop; nothing where there is nothing to buy, or no checkout to lead to. */
export function HandOver({ lines, quantities, onDone, kind = 'primary' }: Props) {
  const { bootstrap, frame, anonymousId, language } = useApp();
  const { checkout, slug } = bootstrap.store;
  const items = boughtItems(lines, quantities);
  const clicked = useClicked(items);
  const total = boughtTotal(lines, quantities);
  const price = total ? ` · ${formatMoney(total, language)}` : '';
  const open = lines.find(({ state }) => state === 'open');
  if (checkout && open) return <ChooseFirst line={open} />;
  if (!checkout || items.length === 0) return null;
  const url = checkoutUrl(checkout, items, { store: slug, anonymousId: anonymousId() });
  return frame && checkoutWay(checkout, frame) === 'cart' ? (
    <AddToCart
      {...{ items, url, clicked, frame, onDone, price, kind }}
      embedMode={(checkout as ShopifyCheckout).embedMode}
    />
  ) : (
    <CheckoutLink {...{ url, price, kind }} onClick={() => clicked(null)} />
  );
}

/** Leads to the option that is still to be chosen. */
function ChooseFirst({ line: { product, choice } }: { line: CheckoutLine }) {
  const { texts } = useWholeApp();
  const option = product?.options[choice.indexOf('')]?.name ?? '';
  const show = () => document.querySelector<HTMLSelectElement>(`.${openOption}`)?.focus();
  return (
    <Button kind="primary" wide onClick={show}>
      {texts.checkout.choose(option)}
    </Button>
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
interface LinkProps {
  url: string;
  price: string;
  kind: 'primary' | 'secondary';
  onClick?: () => void;
}

function CheckoutLink({ url, price, kind, onClick }: LinkProps) {
  const { texts } = useWholeApp();
  return (
    <ButtonLink kind={kind} wide href={url} target="_top" {...(onClick && { onClick })}>
      {texts.checkout.checkOut}
      {price}
    </ButtonLink>
  );
}

interface AddToCartProps {
  items: Items;
  /** Destination of the shopper when the cart does not accept the items. */
  url: string;
  embedMode: ShopifyCheckout['embedMode'];
  frame: FrameLink;
  clicked: (cartToken: string | null) => void;
  onDone: () => void;
  price: string;
  kind: 'primary' | 'secondary';
}

function AddToCart({ items, url, embedMode, frame, clicked, onDone, price, kind }: AddToCartProps) {
  const { texts, anonymousId, close } = useWholeApp();
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
      <CheckoutLink {...{ url, price, kind }} />
    </>
  ) : (
    <Button kind={kind} wide busy={status === 'adding'} onClick={() => void add()}>
      {texts.checkout.addItems(items.reduce((sum, { quantity }) => sum + quantity, 0))}
      {price}
    </Button>
  );
}
