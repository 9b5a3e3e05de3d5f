import { expect } from 'chai';
import { createAnalytics, type ReportedEvent } from '../../../../../../api/web/try-on/analytics/analytics.ts';
import { createStore } from '../../../../../../api/web/try-on/state/store.ts';

const entry = (productId: string, variantId: string | null) => ({
  ...{ productId, variantId, title: 'Tee', variantTitle: null, image: null, price: null },
});

function page() {
  const store = createStore();
  const sent: ReportedEvent[] = [];
  const analytics = createAnalytics({
    identity: { passedId: () => 'shopper-1', sessionId: () => 'session-1' },
    store,
    send: (event) => void sent.push(event),
    randomId: () => 'id-1',
    now: () => new Date('2026-01-31T09:00:00.000Z'),
  });
  return { ...analytics, store, sent };
}

describe('Analytics', () => {
  it('add the ids of the look to an event’s own properties', () => {
    const { track, store, sent } = page();
    store.dispatch({ type: 'look-set', look: [entry('1', '11'), entry('2', null)] });
    track('Try On Started', { selectedItemCount: 2 });
    expect(sent).to.deep.equal([
      {
        eventId: 'id-1',
        event: 'Service Try On Started',
        sessionId: 'session-1',
        timestamp: '2026-01-31T09:00:00.000Z',
        properties: { productIds: ['1', '2'], variantIds: ['11'], selectedItemCount: 2 },
        passedId: 'shopper-1',
      },
    ]);
  });

  it('have no ids where they do not apply', () => {
    const { track, store, sent } = page();
    track('Session Started');
    store.dispatch({ type: 'look-set', look: [entry('1', null)] });
    track('Session Engaged');
    expect(sent.map(({ properties }) => properties)).to.deep.equal([{}, { productIds: ['1'] }]);
  });

  it('tell the merchant’s page the same properties, and which render it was', () => {
    const { report, listen } = page();
    const heard: unknown[] = [];
    listen((...event) => heard.push(event));
    const items = [{ productId: '1', variantId: '11' }];
    report('Try On Failed', { reason: 'timeout' }, { items, renderId: 'r-1', eventId: 'r-1-ended' });
    expect(heard).to.deep.equal([
      ['Try On Failed', { productIds: ['1'], variantIds: ['11'], reason: 'timeout', renderId: 'r-1' }],
    ]);
  });

  it('let no property compile that an event does not have', () => {
    const { track, sent } = page();
    // @ts-expect-error: it is a number.
    track('Try On Started', { selectedItemCount: '2' });
    // @ts-expect-error: it has another name.
    track('Try On Completed', { selectedItemCount: 2, itemCount: 2 });
    // @ts-expect-error: its own property is missing.
    track('Added Item to Look');
    // @ts-expect-error: it has none.
    track('Session Started', { reason: 'x' });
    // @ts-expect-error: a shared picture has no link.
    track('Look Shared', { type: 'share_image', selectedItemCount: 1, shareUrl: 'https://s.example/' });
    // @ts-expect-error: there is no such event.
    track('Session Ended');
    expect(sent).to.have.length(6);
  });
});
