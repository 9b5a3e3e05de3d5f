import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { onAbort } from '../../../../shared/client/on-abort.ts';

describe('The listeners of a caller’s signal', () => {
  it('are called once each, besides those that were released', () => {
    const caller = new AbortController();
    const called: string[] = [];
    onAbort(caller.signal, () => called.push('first'));
    onAbort(caller.signal, () => called.push('released'))();
    onAbort(caller.signal, () => called.push('last'));
    caller.abort();
    expect(called).to.deep.equal(['first', 'last']);
  });

  it('are one for Node, which warns of many', async () => {
    const caller = new AbortController();
    const warned = once(process, 'warning', { signal: AbortSignal.timeout(100) }).then(
      ([warning]) => warning.name as string,
      () => 'none',
    );
    for (let count = 0; count < 20; count += 1) onAbort(caller.signal, () => undefined);
    await delay(0);
    expect(await warned).to.equal('none');
  });
});
