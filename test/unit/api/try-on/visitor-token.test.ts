import { expect } from 'chai';
import { createVisitorTokens, newVisitor } from '../../../../api/try-on/visitor-token.ts';
import { createSigner } from '../../../../shared/secrets/signer.ts';
import { dayMs } from '../../../../shared/time.ts';

const key = Buffer.alloc(32, 1);
const signer = createSigner([key], 'visitor');

describe('a visitor token', () => {
  const tokens = createVisitorTokens(signer);

  it('proves its visitor to its store, and to no other', () => {
    const visitor = newVisitor();
    const token = tokens.issue('store_1', visitor);
    expect(tokens.verify('store_1', token)).to.equal(visitor);
    expect(tokens.verify('store_2', token)).to.equal(undefined);
  });

  it('proves nothing once one character of it has changed', () => {
    const token = tokens.issue('store_1', newVisitor());
    for (let at = 0; at < token.length - 1; at += 1) {
      const other = token[at] === 'a' ? 'b' : 'a';
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      expect(tokens.verify('store_1', changed), changed).to.equal(undefined);
    }
  });

  it('ends after 30 days', () => {
    let now = 1_700_000_000_000;
    const clocked = createVisitorTokens(signer, () => now);
    const token = clocked.issue('store_1', 'vis_1');
    now += 30 * dayMs - 2000;
    expect(clocked.verify('store_1', token)).to.equal('vis_1');
    now += 2000;
    expect(clocked.verify('store_1', token)).to.equal(undefined);
  });

  it('stays valid when a newer key is added, and ends when its key is removed', () => {
    const token = tokens.issue('store_1', 'vis_1');
    const newer = Buffer.alloc(32, 2);
    const withKeys = (...keys: Buffer[]) => createVisitorTokens(createSigner(keys, 'visitor'));
    expect(withKeys(newer, key).verify('store_1', token)).to.equal('vis_1');
    expect(withKeys(newer).verify('store_1', token)).to.equal(undefined);
  });

  it('is not a signature for another purpose', () => {
    const other = createVisitorTokens(createSigner([key], 'image'));
    expect(other.verify('store_1', tokens.issue('store_1', 'vis_1'))).to.equal(undefined);
  });
});
