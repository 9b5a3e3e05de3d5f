import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createInstaller } from '../../../../scripts/setup/apt.mjs';

/** An apt-get that fails, as the real one does, while another one holds the lock. */
const aptGet = `#!/bin/sh
cd "$(dirname "$0")" || exit 1
mkdir lock 2>/dev/null || { echo "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1" >&2; exit 100; }
echo "$@" >> calls
sleep 0.1
rmdir lock
for name in "$@"; do :; done
[ "$name" != absent ] || { echo "E: Unable to locate package absent" >&2; exit 100; }
`;

describe('installing with apt-get', () => {
  let dir: string;
  let install: ReturnType<typeof createInstaller>;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'apt-'));
    writeFileSync(join(dir, 'apt-get'), aptGet, { mode: 0o755 });
    install = createInstaller(join(dir, 'apt-get'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const ignore = () => undefined;
  const installs = () =>
    readFileSync(join(dir, 'calls'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('install'));

  it('installs two packages that are wanted at the same time one after the other', async () => {
    const wanted = [{ name: 'redis-server' }, { name: 'chromium' }];
    expect(await Promise.all(wanted.map((each) => install(each, ignore)))).to.deep.equal([
      undefined,
      undefined,
    ]);
    expect(installs().map((line) => line.split(' ').at(-1))).to.deep.equal(['redis-server', 'chromium']);
  });

  it('says why a package could not be installed, and installs the next', async () => {
    const [first, second] = await Promise.all([
      install({ name: 'absent' }, ignore),
      install({ name: 'chromium' }, ignore),
    ]);
    expect(first).to.equal('apt-get install absent failed (Unable to locate package absent)');
    expect(second).to.equal(undefined);
  });

  it('waits while another program holds the lock', async () => {
    await install({ name: 'chromium' }, ignore);
    expect(installs()[0]).to.contain('-o DPkg::Lock::Timeout=');
  });
});
