import { availableParallelism } from 'node:os';
import { expect } from 'chai';
import { DecodeQueueFull, withDecodeSlot } from '../../../../shared/images/decode-slots.ts';

/** Fills every slot until `release` is called. */
async function busy(): Promise<{ release(): void; done: Promise<unknown> }> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const done = Promise.all([1, 2].map(() => withDecodeSlot(() => held)));
  await new Promise(setImmediate);
  return { release, done };
}

describe('decode slots', () => {
  it('go round the owners, however many images one of them has', async () => {
    const { release, done } = await busy();
    const order: string[] = [];
    const decode = (owner: string) => withDecodeSlot(async () => void order.push(owner), { owner });
    const all = [...Array(20).fill('many'), 'one', 'other'].map(decode);
    release();
    await Promise.all([done, ...all]);
    expect(order.slice(0, 4)).to.have.members(['many', 'one', 'other', 'many']);
    expect(order).to.have.length(22);
  });

  it('go to callers with a key before shoppers, who wait for eight of them at most', async () => {
    const { release, done } = await busy();
    const order: string[] = [];
    const decode = (lane: 'keys' | 'shoppers') =>
      withDecodeSlot(async () => void order.push(lane), { owner: `one of ${lane}`, lane });
    const all = [...Array(2).fill('shoppers'), ...Array(20).fill('keys')].map(decode);
    release();
    await Promise.all([done, ...all]);
    expect(order.slice(0, 9)).to.deep.equal([...Array(8).fill('keys'), 'shoppers']);
    // One of the keys more where a second slot was free while the first shopper had the other.
    expect(order.lastIndexOf('shoppers')).to.be.within(17, 18);
  });

  it('are never all taken by shoppers where there is more than one', async function () {
    if (availableParallelism() < 2) this.skip();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const shoppers = Promise.all(
      ['a', 'b', 'c'].map((owner) => withDecodeSlot(() => held, { owner, lane: 'shoppers' })),
    );
    expect(await withDecodeSlot(async () => 'decoded', { owner: 'key' })).to.equal('decoded');
    release();
    await shoppers;
  });

  it('are not taken by an image whose request has ended', async () => {
    const { release, done } = await busy();
    const ended = new AbortController();
    let decoded = false;
    const waiting = withDecodeSlot(async () => (decoded = true), { owner: 'gone', signal: ended.signal });
    ended.abort(new Error('the caller left'));
    const error = await waiting.catch((thrown: unknown) => thrown);
    expect((error as Error).message).to.equal('the caller left');
    release();
    await done;
    await withDecodeSlot(async () => {});
    expect(decoded).to.equal(false);
  });

  it('are free again after a decode that fails', async () => {
    const failing = Array.from({ length: 5 }, () =>
      withDecodeSlot(() => Promise.reject(new Error('broken'))),
    );
    await Promise.allSettled(failing);
    expect(await withDecodeSlot(async () => 'decoded')).to.equal('decoded');
  });

  it('let 256 images of one owner wait and refuse more, of that owner alone', async () => {
    const { release, done } = await busy();
    const all = Array.from({ length: 256 }, () => withDecodeSlot(async () => {}, { owner: 'full' }));
    const error = await withDecodeSlot(async () => {}, { owner: 'full' }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(DecodeQueueFull);
    const other = withDecodeSlot(async () => 'decoded', { owner: 'other' });
    release();
    await Promise.all([done, ...all]);
    expect(await other).to.equal('decoded');
  });
});
