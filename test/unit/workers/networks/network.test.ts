import { expect } from 'chai';
import { loadOnce, type Network } from '../../../../workers/networks/network.ts';

describe('loading a network', () => {
  it('happens once, and again after a failure', async () => {
    const network: Network = { side: 1, run: () => Promise.reject(new Error('unused')) };
    const results = [
      Promise.reject(new Error('disk')),
      Promise.resolve(network),
      Promise.reject(new Error('never')),
    ];
    for (const result of results) result.catch(() => undefined);
    const load = loadOnce(() => results.shift()!);
    const first = load();
    expect(load()).to.equal(first);
    expect(await first.catch(String)).to.equal('Error: disk');
    expect(await load()).to.equal(network);
    expect(await load()).to.equal(network);
    expect(results).to.have.lengthOf(1);
  });
});
