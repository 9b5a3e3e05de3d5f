import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { closingInReverse } from '../../../../scripts/platform/closing.ts';

describe('closing what a start has opened', () => {
  it('closes in reverse order, one after the other, once', async () => {
    const order: string[] = [];
    const closing = closingInReverse();
    for (const name of ['backends', 'worker', 'api']) {
      closing.add(async () => {
        order.push(`${name} begins`);
        await pause(1);
        order.push(`${name} is closed`);
      });
    }
    await Promise.all([closing.close(), closing.close()]);
    expect(order).to.deep.equal([
      'api begins',
      'api is closed',
      'worker begins',
      'worker is closed',
      'backends begins',
      'backends is closed',
    ]);
  });

  it('closes at once what is opened while it closes, as when Ctrl-C comes during the start', async () => {
    const closing = closingInReverse();
    await closing.close();
    const closed = new Promise<void>((resolve) => closing.add(resolve));
    await closed;
  });
});
