import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { BlobStorage } from '../../../../shared/blobs/blob-storage.ts';
import { DiskStorage } from '../../../../shared/blobs/disk-storage.ts';
import { ConfigError, loadConfig } from '../../../../shared/config/load.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import {
  acceptNewSettings,
  joinInstallation,
  type Membership,
} from '../../../../shared/installation/installation.ts';
import { adoptBlobs, readPairing } from '../../../../shared/installation/pair.ts';
import { silentLogger } from '../../../../shared/log.ts';
import type { RenderDoc } from '../../../../shared/renders/render-model.ts';
import { createRemoveOrphans } from '../../../../workers/sweeper/remove-orphans.ts';
import type { SweepDependencies } from '../../../../workers/sweeper/sweep-dependencies.ts';
import { freshDatabase } from '../../../support/backends.ts';

const log = silentLogger();

describe('an installation', () => {
  let uri: string;
  let dir: string;
  let database: Database;
  let blobs: BlobStorage;
  const joined: Membership[] = [];

  beforeEach(async () => {
    uri = await freshDatabase();
    dir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    database = await openDatabase({ uri, log, selectionMs: 5000 });
    blobs = new DiskStorage(join(dir, 'blobs'));
  });
  afterEach(async () => {
    for (const membership of joined.splice(0)) await membership.close();
    await database.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function joinAs(env: Record<string, string> = {}, storage = blobs, keyIds = ['key']) {
    const config = loadConfig({ MONGODB_URI: uri, REDIS_URL: 'redis://127.0.0.1', DATA_DIR: dir, ...env });
    const joining = joinInstallation({ database, blobs: storage, secrets: { keyIds }, config, log });
    const membership = await joining;
    joined.push(membership);
    return membership;
  }
  const refusal = async (joining: Promise<unknown>) => {
    const error = await joining.catch((failure: unknown) => failure);
    expect(error).to.be.instanceOf(ConfigError);
    return (error as ConfigError).message;
  };
  const otherStorage = () => new DiskStorage(join(dir, 'other'));
  const pairing = (storage = blobs) => readPairing({ ...database, blobs: storage });

  async function addRender(id: string, storage?: BlobStorage): Promise<void> {
    const blob = `renders/${id}/in/scene`;
    await storage?.put(blob, Buffer.from('x'), 'image/jpeg');
    const image = { blob, mime: 'image/jpeg', width: 1, height: 1, bytes: 1 } as const;
    await database.renders.create({
      _id: id,
      account: 'a',
      keyId: 'k',
      mode: 'live',
      state: 'failed',
      scene: image,
      products: [],
      output: { width: 1, height: 1 },
      requestId: 'r',
      fence: 0,
      enqueueCount: 1,
      timings: {},
      deadlineAt: new Date(),
      createdAt: new Date(),
    } satisfies RenderDoc);
  }

  it('begins as a pair when neither side knows renders', async () => {
    expect(await pairing()).to.equal('neither');
    const membership = await joinAs();
    expect(await pairing()).to.equal('paired');
    await membership.probeBlobs();
  });

  it('is one pair when many processes start it at the same moment', async () => {
    await Promise.all(Array.from({ length: 5 }, () => joinAs()));
    expect(await pairing()).to.equal('paired');
  });

  it('pairs the database and the storage of a release before the ids', async () => {
    await addRender('rnd_1', blobs);
    await joinAs();
    expect(await pairing()).to.equal('paired');
  });

  it('refuses an empty database with the images of another', async () => {
    await blobs.put('renders/rnd_9/in/scene', Buffer.from('x'), 'image/jpeg');
    expect(await refusal(joinAs())).to.match(/blob storage \(DATA_DIR=.*blobs adopt/);
    expect(await pairing()).to.equal('neither');
  });

  it('refuses a database with renders whose images are elsewhere', async () => {
    await addRender('rnd_1');
    expect(await refusal(joinAs())).to.match(/DATA_DIR=.*blobs adopt/);
  });

  it('refuses another blob storage, empty or of another installation', async () => {
    await joinAs();
    expect(await refusal(joinAs({}, otherStorage()))).to.match(/has no marker/);
    await otherStorage().put('installation', Buffer.from('inst_other'), 'text/plain');
    expect(await refusal(joinAs({}, otherStorage()))).to.match(/belongs to another database/);
  });

  it('names the setting in which a process disagrees with the running ones', async () => {
    await joinAs({ RENDER_PROVIDERS: 'local' });
    const cog = { RENDER_PROVIDERS: 'cog,local', COG_URL: 'http://gpu:5000' };
    expect(await refusal(joinAs(cog))).to.match(/RENDER_PROVIDERS is "cog,local", but "local"/);
    expect(await refusal(joinAs({ QUEUE_PREFIX: 'other' }))).to.match(/QUEUE_PREFIX is "other"/);
    expect(await refusal(joinAs({}, blobs, ['another']))).to.match(/SECRETS_KEY/);
  });

  it('takes new settings once its processes have ended, or an operator accepts them', async () => {
    const first = await joinAs({ RENDER_PROVIDERS: 'local' });
    const cog = { RENDER_PROVIDERS: 'cog,local', COG_URL: 'http://gpu:5000' };
    await first.close();
    await joinAs(cog);
    await refusal(joinAs({ RENDER_PROVIDERS: 'local' }));
    await acceptNewSettings(database.installations);
    await joinAs({ RENDER_PROVIDERS: 'local' });
  });

  describe('and the images that the sweeper removes', () => {
    const orphan = 'renders/rnd_gone/in/scene';
    const hourAgo = () => new Date(Date.now() - 2 * 3_600_000);
    const hourAhead = () => new Date(Date.now() + 3_600_000);
    const sweep = async () => {
      // As the storage lists them two hours later.
      const aged: BlobStorage = Object.assign(Object.create(blobs) as BlobStorage, {
        get: blobs.get.bind(blobs),
        deletePrefix: blobs.deletePrefix.bind(blobs),
        list: async (...args: Parameters<BlobStorage['list']>) =>
          (await blobs.list(...args)).map((listed) => ({ ...listed, modifiedAt: hourAgo() })),
      });
      const dependencies = { database, blobs: aged, log } as SweepDependencies;
      return createRemoveOrphans(dependencies)(new AbortController().signal);
    };

    it('are those without a render', async () => {
      await joinAs();
      await addRender('rnd_1', blobs);
      await blobs.put(orphan, Buffer.from('x'), 'image/jpeg');
      expect(await sweep()).to.equal(1);
      expect(await blobs.stat('renders/rnd_1/in/scene')).not.to.equal(null);
      expect(await blobs.stat(orphan)).to.equal(null);
    });

    it('are those of shared looks that have ended, and of none', async () => {
      await joinAs();
      const look = { store: 'str_1', createdAt: new Date(), keepUntil: hourAhead() };
      await database.sharedLooks.create({ ...look, _id: 'open', until: hourAhead() });
      await database.sharedLooks.create({ ...look, _id: 'ended' });
      const keys = ['open', 'ended', 'unknown'].map((id) => `looks/str_1/${id}/picture.jpg`);
      for (const key of keys) await blobs.put(key, Buffer.from('x'), 'image/jpeg');
      expect(await sweep()).to.equal(2);
      const left = await blobs.list('looks/', { limit: 10 });
      expect(left.map(({ key }) => key)).to.deep.equal([keys[0]]);
    });

    for (const [title, disturb] of Object.entries<() => Promise<unknown>>({
      'the marker is missing': () => blobs.delete('installation'),
      'the marker is of another installation': () =>
        blobs.put('installation', Buffer.from('inst_other'), 'text/plain'),
      'the database is another one': () => database.installations.deleteMany({}),
    })) {
      it(`are none when ${title}, until an operator adopts the storage`, async () => {
        await joinAs();
        await blobs.put(orphan, Buffer.from('x'), 'image/jpeg');
        await disturb();
        expect(await sweep()).to.equal(0);
        expect(await blobs.stat(orphan)).not.to.equal(null);
        await adoptBlobs({ ...database, blobs });
        expect(await sweep()).to.equal(1);
      });
    }
  });
});
