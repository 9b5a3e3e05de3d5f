import { expect } from 'chai';
import { countEnqueue, getEnqueueCount } from '../../../../shared/renders/enqueue-count.ts';

describe('how often a render was enqueued', () => {
  it('is read from the field', () => {
    expect(getEnqueueCount({ enqueueCount: 3 })).to.equal(3);
    expect(countEnqueue({ enqueueCount: 3 })).to.deep.equal({ enqueueCount: 4 });
  });

  it('is read from a document of the previous release, and counted on under the new name', () => {
    expect(getEnqueueCount({ delivery: 2 })).to.equal(2);
    expect(countEnqueue({ delivery: 2 })).to.deep.equal({ enqueueCount: 3 });
  });

  it('is the new field when a document has both', () => {
    expect(getEnqueueCount({ delivery: 2, enqueueCount: 5 })).to.equal(5);
  });
});
