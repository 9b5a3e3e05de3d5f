import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';

const run = promisify(execFile);
const tsc = join(process.cwd(), 'node_modules/.bin/tsc');

/** What the package exports, used as its readers use it. */
const program = `import { createClient, RenderApiError, type RenderProgress, verifyWebhook } from 'render-platform-client';

const client = createClient({ apiKey: 'service_test_key', baseUrl: process.argv[2] ?? '' });
const onProgress = ({ share }: RenderProgress) => console.error(share);
try {
  await client.visualize({ sceneImage: new Blob(['x']), products: [{ images: [new Uint8Array(1)] }] }, { onProgress });
} catch (error) {
  const code = error instanceof RenderApiError ? error.code : error;
  const webhook = await verifyWebhook({ body: '', headers: {}, secret: 'whsec_' }).catch(String);
  console.log(JSON.stringify({ code, webhook }));
}
`;

describe('The folder of the client as a package of its own', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'render-platform-client-'));
    await mkdir(join(folder, 'app/node_modules'), { recursive: true });
    await cp('shared/client', join(folder, 'client'), { recursive: true });
    await symlink(join(folder, 'client'), join(folder, 'app/node_modules/render-platform-client'));
    await writeFile(join(folder, 'app/program.ts'), program);
    await writeFile(join(folder, 'app/package.json'), '{ "type": "module" }');
  });
  after(() => rm(folder, { recursive: true }));

  it('compiles without types of Node, and its declarations without our settings', async () => {
    await run(tsc, ['--project', join(folder, 'client')]);
    const settings = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom', '--types', 'node'];
    const types = ['--typeRoots', join(process.cwd(), 'node_modules/@types')];
    await run(tsc, [...settings, ...types, '--strict', 'program.ts'], { cwd: join(folder, 'app') });
  });

  it('runs in Node without a loader', async () => {
    const server = createServer((_req, res) => {
      res.writeHead(402, { 'Content-Type': 'application/json' });
      res.end('{"error":"","code":"INSUFFICIENT_CREDITS","message":""}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { stdout } = await run(process.execPath, [join(folder, 'app/program.js'), url], {
      env: { PATH: process.env.PATH },
    });
    server.close();
    expect(JSON.parse(stdout)).to.deep.equal({
      code: 'INSUFFICIENT_CREDITS',
      webhook: 'WebhookVerificationError: The header webhook-id is missing.',
    });
  });
});
