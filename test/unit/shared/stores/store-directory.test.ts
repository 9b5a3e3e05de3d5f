import { expect } from 'chai';
import { createStoreDirectory } from '../../../../shared/stores/store-directory.ts';
import type { StoreModel } from '../../../../shared/stores/store-model.ts';

describe('The directory of stores', () => {
  it('asks the database only for slugs that a store can have', async () => {
    const asked: unknown[] = [];
    const findOne = (filter: unknown) => {
      asked.push(filter);
      return { lean: () => ({ exec: async () => null }) };
    };
    const directory = createStoreDirectory({ findOne } as unknown as StoreModel);
    const slugs = ['a'.repeat(15_000), 'ACME', 'acme.example', '-acme', '', 'acme'];
    for (const slug of slugs) expect(await directory.bySlug(slug)).to.equal(null);
    expect(asked).to.deep.equal([{ slug: 'acme' }]);
  });
});
