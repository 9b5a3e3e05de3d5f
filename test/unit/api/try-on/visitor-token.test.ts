import { expect } from 'chai';
import { createVisitorTokens, isReturning, newVisitor } from '../../../../api/try-on/visitor-token.ts';
import { newId } from '../../../../shared/ids.ts';
import { createSigner } from '../../../../shared/secrets/signer.ts';
import { dayMs } from '../../../../shared/time.ts';

const key = Buffer.alloc(32, 1);
const signer = createSigner([key], 'visitor');

const visitor = { visitor: 'vis_1', analyticsIds: [] };

describe('a visitor token', () => {
  const tokens = createVisitorTokens(signer);

  it('proves its visitor to its store, and to no other', () => {
    const known = { visitor: newVisitor(), analyticsIds: ['browser-1', 'customer 1 ü'] };
    const token = tokens.issue('store_1', known);
    expect(tokens.verify('store_1', token)).to.deep.equal(known);
    expect(tokens.verify('store_2', token)).to.equal(undefined);
  });

  it('proves nothing once one character of it has changed', () => {
    const token = tokens.issue('store_1', { visitor: newVisitor(), analyticsIds: ['browser-1'] });
    for (let at = 0; at < token.length - 1; at += 1) {
      const other = token[at] === 'a' ? 'b' : 'a';
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      expect(tokens.verify('store_1', changed), changed).to.equal(undefined);
    }
  });

  it('is as short as one of the previous release when it has no ids, and fits its limit with the longest', () => {
    expect(tokens.issue('store_1', visitor)).to.match(/^v1\.vis_1\.[0-9a-z]+\.[\w-]{43}$/);
    const longest = { visitor: newVisitor(), analyticsIds: ['b'.repeat(64), '\u0001'.repeat(200)] };
    expect(tokens.verify('store_1', tokens.issue('store_1', longest))).to.deep.equal(longest);
  });

  it('ends after 30 days', () => {
    let now = 1_700_000_000_000;
    const clocked = createVisitorTokens(signer, () => now);
    const token = clocked.issue('store_1', visitor);
    now += 30 * dayMs - 2000;
    expect(clocked.verify('store_1', token)).to.deep.equal(visitor);
    now += 2000;
    expect(clocked.verify('store_1', token)).to.equal(undefined);
  });

  it('stays valid when a newer key is added, and ends when its key is removed', () => {
    const token = tokens.issue('store_1', visitor);
    const newer = Buffer.alloc(32, 2);
    const withKeys = (...keys: Buffer[]) => createVisitorTokens(createSigner(keys, 'visitor'));
    expect(withKeys(newer, key).verify('store_1', token)).to.deep.equal(visitor);
    expect(withKeys(newer).verify('store_1', token)).to.equal(undefined);
  });

  it('says whether its visitor first came on an earlier day', () => {
    const noon = Date.parse('2026-01-31T12:00:00Z');
    const evening = newId('vis', noon - dayMs / 2 - 1);
    const midnight = newId('vis', noon - dayMs / 2);
    expect([evening, midnight, 'vis_1', 'new'].map((id) => isReturning(id, noon))).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
  });

  it('is not a signature for another purpose', () => {
    const other = createVisitorTokens(createSigner([key], 'image'));
    expect(other.verify('store_1', tokens.issue('store_1', visitor))).to.equal(undefined);
  });
});
