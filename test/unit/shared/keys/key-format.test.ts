import { expect } from 'chai';
import fc from 'fast-check';
import { generateKey, hashKey, isWellFormedKey, keyHint } from '../../../../shared/keys/key-format.ts';

describe('API key format', () => {
  it('is the prefix, the mode, 32 random base62 characters and 6 of checksum', () => {
    expect(generateKey('live')).to.match(/^service_live_[0-9A-Za-z]{38}$/);
    expect(generateKey('test')).to.match(/^service_test_[0-9A-Za-z]{38}$/);
  });

  it('never makes the same key twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => generateKey('live'))).size).to.equal(1000);
  });

  it('accepts every key it makes', () => {
    for (let count = 0; count < 200; count += 1) expect(isWellFormedKey(generateKey('live'))).to.equal(true);
  });

  it('detects every single mistyped character without a query', () => {
    const key = generateKey('live');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: key.length - 1 }),
        fc.constantFrom(...'09AZaz_-'),
        (at, typed) => {
          fc.pre(key[at] !== typed);
          return !isWellFormedKey(key.slice(0, at) + typed + key.slice(at + 1));
        },
      ),
    );
  });

  it('rejects anything else', () => {
    for (const text of [
      '',
      'service_live_',
      'sk_live_abc',
      `${generateKey('live')} `,
      `x${generateKey('live')}`,
    ]) {
      expect(isWellFormedKey(text)).to.equal(false);
    }
  });

  it('shows only the first characters of a key in its hint', () => {
    const key = generateKey('live');
    expect(keyHint(key)).to.equal(`${key.slice(0, 17)}…`);
    expect(hashKey(key))
      .to.match(/^[0-9a-f]{64}$/)
      .and.not.contain(key.slice(13));
  });
});
