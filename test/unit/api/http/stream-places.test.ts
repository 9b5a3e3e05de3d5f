import { expect } from 'chai';
import { createStreamPlaces } from '../../../../api/http/stream-places.ts';
import { ApiError } from '../../../../shared/errors.ts';

describe('the places of streams', () => {
  const toRefusal = (work: () => unknown): ApiError => {
    try {
      work();
    } catch (error) {
      if (error instanceof ApiError) return error;
    }
    return expect.fail('not refused');
  };

  it('are limited per key and per address', () => {
    const places = createStreamPlaces({ perKey: 2, perAddress: 3 });
    places.take({ keyId: 'a', address: '1' });
    places.take({ keyId: 'a', address: '1' });
    const ofKey = toRefusal(() => places.take({ keyId: 'a', address: '2' }));
    expect(ofKey.message).to.contain('2 streams at once with this key');
    expect([ofKey.status, ofKey.detail.retryAfter]).to.deep.equal([429, 5]);
    places.take({ keyId: 'b', address: '1' });
    expect(toRefusal(() => places.take({ keyId: 'c', address: '1' })).message).to.contain('3 streams');
    expect(places.inUse()).to.equal(3);
  });

  it('are free again when they were given back, once each', () => {
    const places = createStreamPlaces({ perKey: 1, perAddress: 10 });
    const release = places.take({ keyId: 'a', address: '1' });
    release();
    release();
    expect(places.inUse()).to.equal(0);
    places.take({ keyId: 'a', address: '1' });
    toRefusal(() => places.take({ keyId: 'a', address: '1' }));
  });
});
