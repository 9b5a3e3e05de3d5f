import { expect } from 'chai';
import { randomKey, webCrypto } from '../../../../shared/client/web-crypto.ts';

describe('The client’s cryptography', () => {
  it('is the global one, and that of the module in Node 18, which has no global one', async () => {
    const found = Object.getOwnPropertyDescriptor(globalThis, 'crypto')!;
    const global = globalThis.crypto;
    expect(await webCrypto()).to.equal(global);
    Object.defineProperty(globalThis, 'crypto', { configurable: true, value: undefined });
    try {
      expect((await webCrypto()).subtle).to.respondTo('verify');
      expect(await randomKey()).to.match(/^[0-9a-f]{32}$/);
    } finally {
      Object.defineProperty(globalThis, 'crypto', found);
    }
  });

  it('makes keys that differ', async () => {
    expect(await randomKey()).not.to.equal(await randomKey());
  });
});
