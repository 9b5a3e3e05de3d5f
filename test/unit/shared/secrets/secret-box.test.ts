import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigError } from '../../../../shared/config/load.ts';
import { loadSecretBox } from '../../../../shared/secrets/load-secret-box.ts';
import { createSecretBox, SecretUnreadable } from '../../../../shared/secrets/secret-box.ts';

const older = Buffer.alloc(32, 1);
const newer = Buffer.alloc(32, 2);
const text = (key: Buffer) => key.toString('base64');

describe('sealed secrets', () => {
  const box = createSecretBox([older]);

  it('are decrypted for their owner, and contain nothing of the secret', () => {
    const sealed = box.seal('write-key-123', 'store_1');
    expect(sealed).not.to.contain('write-key');
    expect(box.open(sealed, 'store_1')).to.equal('write-key-123');
    expect(box.seal('write-key-123', 'store_1')).not.to.equal(sealed);
  });

  it('are not decrypted for another store, nor after a change of one character', () => {
    const sealed = box.seal('secret', 'store_1');
    const changed = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A');
    expect(() => box.open(sealed, 'store_2')).to.throw(SecretUnreadable);
    expect(() => box.open(changed, 'store_1')).to.throw(SecretUnreadable);
    expect(() => box.open('nonsense', 'store_1')).to.throw(SecretUnreadable);
  });

  it('are decrypted with an older key until that key is removed', () => {
    const sealed = box.seal('secret', 'store_1');
    const both = createSecretBox([newer, older]);
    expect(both.open(sealed, 'store_1')).to.equal('secret');
    expect(both.isStale(sealed)).to.equal(true);
    expect(both.isStale(both.seal('secret', 'store_1'))).to.equal(false);
    expect(() => createSecretBox([newer]).open(sealed, 'store_1')).to.throw(SecretUnreadable);
  });
});

describe('the keys of an installation', () => {
  const base = { NODE_ENV: 'development' as const, DATA_DIR: '/nowhere', SECRETS_KEY: [] as string[] };
  const failure = (config: object) =>
    loadSecretBox({ ...base, ...config }).then(
      () => undefined,
      (error: unknown) => error,
    );

  it('are read from SECRETS_KEY, the newest first', async () => {
    const made = createSecretBox([older]).seal('secret', 'a');
    const box = await loadSecretBox({ ...base, SECRETS_KEY: [text(newer), text(older)] });
    expect(box.open(made, 'a')).to.equal('secret');
    expect(box.isStale(made)).to.equal(true);
  });

  it('are required in production and rejected when malformed', async () => {
    for (const config of [{ NODE_ENV: 'production' }, { SECRETS_KEY: ['password'] }]) {
      const error = await failure(config);
      expect(error).to.be.instanceOf(ConfigError).with.property('message').that.contains('SECRETS_KEY');
    }
  });

  it('are generated once for all processes with a data folder in development', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'secrets-'));
    try {
      const boxes = await Promise.all([1, 2, 3, 4].map(() => loadSecretBox({ ...base, DATA_DIR })));
      const sealed = boxes[0]!.seal('secret', 'a');
      expect(boxes.map((box) => box.open(sealed, 'a'))).to.deep.equal(Array(4).fill('secret'));
    } finally {
      await rm(DATA_DIR, { recursive: true });
    }
  });
});
