import { expect } from 'chai';
import { runAdmin } from '../../../support/admin.ts';
import { getEnvironment } from '../../../support/get-environment.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { enter, openStore } from '../../../support/try-on.ts';

describe('npm run admin -- look', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.close());

  async function admin(...args: string[]): Promise<string> {
    return (await runAdmin(args, getEnvironment(platform.config))).stdout;
  }

  it('lists the shared looks of a store, takes one back, and all go with the store', async () => {
    const store = await openStore(platform);
    const shopper = await enter(platform, store);
    const photo = { kind: 'model' as const, id: store.modelPhoto };
    const share = async (item = store.sofa): Promise<string> => {
      const { id } = await shopper.render({ photo, items: [item] });
      return (await shopper.call('POST', `/renders/${id}/share`)).body.shortId;
    };
    const older = await share();
    const newer = await share(store.lamp);
    await admin('look', 'revoke', '--store', store.slug, '--look', older.toUpperCase());
    const { looks } = JSON.parse(await admin('look', 'list', '--store', store.slug, '--json'));
    expect(
      looks.map(({ shortId, state, items }: Record<string, unknown>) => [shortId, state, items]),
    ).to.deep.equal([
      [newer, 'shared', 1],
      [older, 'revoked', 0],
    ]);
    expect((await shopper.call('GET', `/looks/${older}`)).status).to.equal(410);
    await admin('store', 'delete', '--store', store.slug, '--confirm', store.slug);
    expect(await platform.blobs.list(`looks/${store.id}/`, { limit: 10 })).to.deep.equal([]);
    expect(await platform.database.sharedLooks.countDocuments({ store: store.id })).to.equal(0);
  });
});
