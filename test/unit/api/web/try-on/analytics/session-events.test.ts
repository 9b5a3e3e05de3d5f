import { expect } from 'chai';
import { createReported } from '../../../../../../api/web/try-on/analytics/reported.ts';
import { beginSession } from '../../../../../../api/web/try-on/analytics/session-events.ts';
import { resilientStorage } from '../../../../../../api/web/try-on/identity/storage.ts';
import { memoryStorage } from '../../../../../support/try-on/memory-storage.ts';

const refusing = resilientStorage(() => {
  throw new Error('SecurityError');
});

function tab(session = memoryStorage(), sessionId = 'session-1') {
  const tracked: string[] = [];
  const page = { now: 0, isPresent: true };
  const load = () =>
    beginSession({
      track: (...[name]) => void tracked.push(name),
      identity: { sessionId: () => sessionId },
      reported: createReported('demo', session),
      isPresent: () => page.isPresent,
      now: () => page.now,
      later: () => undefined,
    });
  return { tracked, page, load };
}

describe('The events of a session', () => {
  it('are its start at once, and its engagement 10 seconds later', () => {
    const { tracked, page, load } = tab();
    const check = load();
    page.now = 9999;
    check();
    expect(tracked).to.deep.equal(['Session Started']);
    page.now = 10_000;
    check();
    check();
    expect(tracked).to.deep.equal(['Session Started', 'Session Engaged']);
  });

  it('are not engaged while the shopper is away, and are when she is back', () => {
    const { tracked, page, load } = tab();
    const check = load();
    Object.assign(page, { now: 60_000, isPresent: false });
    check();
    expect(tracked).to.deep.equal(['Session Started']);
    page.isPresent = true;
    check();
    expect(tracked).to.deep.equal(['Session Started', 'Session Engaged']);
  });

  it('are not reported again after a reload', () => {
    const { tracked, page, load } = tab();
    const check = load();
    page.now = 10_000;
    check();
    const again = load();
    page.now = 20_000;
    again();
    expect(tracked).to.deep.equal(['Session Started', 'Session Engaged']);
  });

  it('are each once where storage throws', () => {
    const { tracked, page, load } = tab(refusing);
    const check = load();
    load();
    page.now = 10_000;
    check();
    check();
    expect(tracked).to.deep.equal(['Session Started', 'Session Engaged']);
  });
});
