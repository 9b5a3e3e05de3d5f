import { expect } from 'chai';
import type { Forward } from '../../../../shared/events/event-model.ts';
import { withCounters } from '../../../../shared/events/forward-counters.ts';

describe('withCounters', () => {
  const base = { state: 'pending' as const, since: new Date(0), attempt: 2, deferrals: 1 };

  it('reads the counters under the names of the release before', () => {
    const forward = { ...base, told: 3, delivery: 4 } as unknown as Forward;
    expect(withCounters({ forward }).forward).to.deep.equal({ ...base, retryAfterCount: 3, jobs: 4 });
  });

  it('prefers the present names', () => {
    const forward = { ...base, told: 3, delivery: 4, retryAfterCount: 5, jobs: 6 };
    expect(withCounters({ forward }).forward).to.deep.equal({ ...base, retryAfterCount: 5, jobs: 6 });
  });
});
