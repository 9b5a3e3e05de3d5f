import { expect } from 'chai';
import mongoose from 'mongoose';
import { createSandbox } from 'sinon';
import { startPlatform, type TestPlatform, visualize, visualizeBody } from '../../../support/platform.ts';

// Of its own: restoring the common one would restore the spies of other files in this process.
const sandbox = createSandbox();

const { Collection } = mongoose.mongo;
type Write = (...args: unknown[]) => Promise<unknown>;

/** A server that carries out a write again whose first reply was lost: its caller receives the second outcome. */
function repeatWrites(
  method: 'findOneAndUpdate' | 'updateOne' | 'insertOne',
  when: (text: string) => boolean,
) {
  const write = Collection.prototype[method] as Write;
  let repeated = 0;
  const twice: Write = async function (this: object, ...args) {
    if (!when(JSON.stringify(args))) return write.apply(this, args);
    repeated += 1;
    await write.apply(this, args);
    return write.apply(this, args);
  };
  sandbox.replace(Collection.prototype, method, twice as never);
  return () => repeated;
}

describe('a render on a server that runs writes twice', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform();
  });
  afterEach(() => sandbox.restore());
  after(() => platform.close());

  /** One render of an account with one credit, whose image must be there and cost that credit. */
  async function expectRendered(repeated: () => number, headers: Record<string, string> = {}): Promise<void> {
    const { id, key } = await platform.account({ credits: 1 });
    const { status, body } = await visualize(platform, key, await visualizeBody(), headers);
    expect([status, body.usage]).to.deep.equal([200, { credits: 1, balance: 0 }]);
    expect(repeated()).to.be.at.least(1);
    sandbox.restore();
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
    expect(await platform.credits(id)).to.include({ available: 0, held: 0, spent: 1 });
  }

  it('keeps the image when its decision is', () =>
    expectRendered(repeatWrites('findOneAndUpdate', (text) => text.includes('"state":"succeeded"'))));

  it('holds one credit when the hold is', () =>
    expectRendered(repeatWrites('updateOne', (text) => text.includes('"$push":{"holds"'))));

  for (const headers of [{}, { 'idempotency-key': 'twice' }])
    it(`is accepted ${'idempotency-key' in headers ? 'under its key' : 'without a key'} when its insert is`, () =>
      expectRendered(
        repeatWrites('insertOne', (text) => text.includes('"state":"new"')),
        headers,
      ));
});
