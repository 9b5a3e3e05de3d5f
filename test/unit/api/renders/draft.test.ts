import { expect } from 'chai';
import { makeDraft } from '../../../../api/renders/draft.ts';
import type { StoredImage } from '../../../../shared/renders/render-model.ts';

const scene: StoredImage = { blob: 'b', mime: 'image/jpeg', width: 8, height: 8, bytes: 1 };

const draftAt = (now: number, receivedAt: number) =>
  makeDraft(
    { key: { _id: 'key', account: 'acc', mode: 'live' }, requestId: 'req', receivedAt },
    { idempotency: { key: undefined, fingerprint: 'f' }, deadlineAt: now + 60_000 },
    { _id: 'rnd', scene, products: [], webhook: undefined, api: undefined },
    now,
  );

describe('A render before it is inserted', () => {
  it('has the time since its request was received', () => {
    expect(draftAt(1_700_000_000_250, 1_700_000_000_000).timings).to.deep.equal({ intake: 250 });
  });

  it('has no negative time if the clock was set back since its request was received', () => {
    expect(draftAt(1_700_000_000_000, 1_700_000_000_250).timings).to.deep.equal({ intake: 0 });
  });
});
