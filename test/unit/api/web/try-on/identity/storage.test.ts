import { expect } from 'chai';
import { type KeyValueStorage, resilientStorage } from '../../../../../../api/web/try-on/identity/storage.ts';
import { memoryStorage } from '../../../../../support/try-on/memory-storage.ts';

const refuse = (): never => {
  throw new Error('SecurityError');
};

describe('Resilient storage', () => {
  it('keeps values where the storage is there', () => {
    const real = memoryStorage();
    resilientStorage(() => real).setItem('a', '1');
    expect(resilientStorage(() => real).getItem('a')).to.equal('1');
  });

  it('keeps values in memory where touching the storage throws', () => {
    const storage = resilientStorage(refuse);
    storage.setItem('a', '1');
    expect(storage.getItem('a')).to.equal('1');
    storage.removeItem('a');
    expect(storage.getItem('a')).to.equal(null);
  });

  it('keeps the newest value in memory where the storage is full', () => {
    const full: KeyValueStorage = { ...memoryStorage({ a: 'old' }), setItem: refuse, removeItem: refuse };
    const storage = resilientStorage(() => full);
    storage.setItem('a', 'new');
    expect(storage.getItem('a')).to.equal('new');
  });

  it('returns null where reading throws', () => {
    const broken: KeyValueStorage = { getItem: refuse, setItem: refuse, removeItem: refuse };
    expect(resilientStorage(() => broken).getItem('a')).to.equal(null);
  });
});
