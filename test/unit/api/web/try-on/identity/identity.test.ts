import { expect } from 'chai';
import { createIdentity } from '../../../../../../api/web/try-on/identity/identity.ts';
import { randomId } from '../../../../../../api/web/try-on/identity/random-id.ts';
import { resilientStorage } from '../../../../../../api/web/try-on/identity/storage.ts';
import { memoryStorage } from '../../../../../support/try-on/memory-storage.ts';

function identityOn(local = memoryStorage(), session = memoryStorage(), slug = 'demo') {
  return createIdentity({ slug, local, session, randomId });
}

describe('Identity of a shopper', () => {
  it('has one visitor id in a browser and one session id in a tab', () => {
    const local = memoryStorage();
    const [one, other] = [identityOn(local), identityOn(local)];
    expect(other.visitorId()).to.equal(one.visitorId());
    expect(other.sessionId()).not.to.equal(one.sessionId());
    expect(local.getItem('service_visitor_id')).to.equal(one.visitorId());
  });

  it('stays the same within the page where storage is blocked', () => {
    const blocked = resilientStorage(() => {
      throw new Error('SecurityError');
    });
    const identity = identityOn(blocked, blocked);
    expect(identity.visitorId()).to.equal(identity.visitorId());
    expect(identity.sessionId()).to.equal(identity.sessionId());
  });

  it('prefers the identity that the storefront passes, also when it arrives late', () => {
    const identity = identityOn();
    expect(identity.anonymousId()).to.equal(identity.visitorId());
    identity.identify('shop-7');
    expect(identity.anonymousId()).to.equal('shop-7');
    identity.identify(null);
    identity.identify(' ');
    expect(identity.anonymousId()).to.equal('shop-7');
    identity.identify('shop-8');
    expect(identity.passedId()).to.equal('shop-8');
  });

  it('replaces a stored id that is none', () => {
    const identity = identityOn(memoryStorage({ service_visitor_id: '<b>' }));
    expect(identity.visitorId()).to.match(/^[0-9a-f-]{36}$/);
  });

  it('keeps the token of one store away from another', () => {
    const local = memoryStorage();
    identityOn(local).keepToken('t');
    expect(identityOn(local).token()).to.equal('t');
    expect(identityOn(local, memoryStorage(), 'other').token()).to.equal(null);
  });

  it('makes ids that are UUIDs of version 4', () => {
    expect(randomId()).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
