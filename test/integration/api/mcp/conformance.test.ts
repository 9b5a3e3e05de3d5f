import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { type KeyProxy, keyProxy } from '../../../support/mcp-conformance/key-proxy.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

const require = createRequire(import.meta.url);
const folder = 'test/support/mcp-conformance';

describe('the official conformance suite of MCP', () => {
  let platform: TestPlatform;
  let proxy: KeyProxy;
  let results: string;
  before(async () => {
    proxy = await keyProxy();
    platform = await startPlatform({ env: { BASE_URL: proxy.url } });
    proxy.forward({ url: platform.url, key: (await platform.account()).key });
    results = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  });
  after(async () => {
    await platform.close();
    await proxy.close();
    await rm(results, { recursive: true, force: true });
  });

  // The suite reports a scenario of the file that passes, too: an exception that is no longer needed fails.
  it('passes, with exactly the exceptions of not-applicable.yml', async () => {
    const { status, output } = await runSuite(proxy.url, results);
    expect(output).to.contain('dns-rebinding-protection');
    expect(status, output).to.equal(0);
  });
});

async function runSuite(url: string, cwd: string): Promise<{ status: number | null; output: string }> {
  const manifest = require.resolve('@modelcontextprotocol/conformance/package.json');
  const child = spawn(
    process.execPath,
    [
      '--import',
      resolve(folder, 'node-20.mjs'),
      join(dirname(manifest), 'dist/index.js'),
      ...['server', '--url', `${url}/mcp`, '--suite', 'all'],
      ...['--expected-failures', resolve(folder, 'not-applicable.yml')],
    ],
    { cwd, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}
