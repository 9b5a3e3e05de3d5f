import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import type { FrameLink } from '../../../../../../api/web/try-on/api/frame.ts';
import { addToCart } from '../../../../../../api/web/try-on/checkout/cart-hand-off.ts';
import type { AddToCartMessage, LoaderMessage } from '../../../../../../shared/try-on/frame-messages.ts';

const items = [
  { productId: '7001', variantId: '9001', quantity: 2 },
  { productId: '7002', variantId: null, quantity: 1 },
];

describe('the hand-off to the cart of the storefront', () => {
  let clock: SinonFakeTimers;
  let sent: AddToCartMessage;
  let listener: ((message: LoaderMessage) => void) | null;
  const frame: Pick<FrameLink, 'send' | 'listen'> = {
    send: (message) => {
      sent = message as AddToCartMessage;
    },
    listen: (given) => {
      listener = given;
      return () => {
        listener = null;
      };
    },
  };
  beforeEach(() => {
    clock = useFakeTimers();
  });
  afterEach(() => clock.restore());

  const result = (id: string, outcome: 'ok' | 'failed'): LoaderMessage => ({
    ...{ service: 1, type: 'cart-result', id, result: outcome, cartToken: 'token' },
  });

  it('asks the loader for the variants, else the products, and takes the result of this request', async () => {
    const adding = addToCart(frame, items, 'v');
    const lines = [
      { id: '9001', quantity: 2 },
      { id: '7002', quantity: 1 },
    ];
    expect(sent).to.deep.include({ type: 'cart', step: 'add', items: lines, anonymousId: 'v' });
    listener?.(result('another', 'failed'));
    listener?.(result(sent.id, 'ok'));
    expect(await adding).to.deep.include({ result: 'ok', cartToken: 'token' });
    expect(listener).to.equal(null);
  });

  it('has no result when the storefront refuses', async () => {
    const adding = addToCart(frame, items, 'v');
    listener?.(result(sent.id, 'failed'));
    expect(await adding).to.equal(null);
  });

  it('has no result when the loader does not respond in ten seconds', async () => {
    const adding = addToCart(frame, items, 'v');
    await clock.tickAsync(10_000);
    expect(await adding).to.equal(null);
    expect(listener).to.equal(null);
  });
});
