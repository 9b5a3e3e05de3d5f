import { expect } from 'chai';
import { createAttemptMemory } from '../../../../../../api/web/try-on/api/attempt.ts';
import type { RenderRequest } from '../../../../../../shared/try-on/contract.ts';
import { memoryStorage } from '../../../../../support/try-on/memory-storage.ts';

const request: RenderRequest = {
  photo: { kind: 'upload', id: 'p' },
  items: [{ productId: '1', variantId: null }],
};

function attemptsOn(session = memoryStorage()) {
  let ids = 0;
  const clock = { now: 0 };
  const open = (slug = 'demo') =>
    createAttemptMemory({ slug, session, randomId: () => `key-${++ids}`, now: () => clock.now });
  return { open, clock };
}

describe('Attempt to create a picture', () => {
  it('keeps its key over a reload and a second tap, so that it is paid once', () => {
    const { open } = attemptsOn();
    const { idempotencyKey } = open().begin(request);
    expect(open().unfinished()).to.deep.include({ idempotencyKey, request });
    expect(open().begin(request).idempotencyKey).to.equal(idempotencyKey);
  });

  it('has a new key after a response, and for another look', () => {
    const { open } = attemptsOn();
    const attempts = open();
    const first = attempts.begin(request).idempotencyKey;
    attempts.end();
    expect(attempts.unfinished()).to.equal(null);
    const second = attempts.begin(request).idempotencyKey;
    expect(second).not.to.equal(first);
    expect(attempts.begin({ ...request, items: [] }).idempotencyKey).not.to.equal(second);
  });

  it('is not continued by a tab that is restored much later', () => {
    const { open, clock } = attemptsOn();
    open().begin(request);
    clock.now = 11 * 60_000;
    expect(open().unfinished()).to.equal(null);
  });

  it('is not continued in another store', () => {
    const { open } = attemptsOn();
    open('demo').begin(request);
    expect(open('other').unfinished()).to.equal(null);
  });

  it('passes over what another version has stored', () => {
    const { open } = attemptsOn(memoryStorage({ 'service_try_on_attempt:demo': '{"a"' }));
    expect(open().unfinished()).to.equal(null);
  });
});
