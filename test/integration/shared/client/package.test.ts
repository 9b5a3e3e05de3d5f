import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { codeBlocks, compileProgram, installClient } from '../../../support/client-package.ts';

const run = promisify(execFile);

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

/** What the examples of the README take from their surroundings. */
const surroundings = `import type { RenderClient, VisualizeRequest } from 'render-platform-client';
declare const client: RenderClient, request: VisualizeRequest & Request, rawBody: string;
`;

/** The same of a caller that is CommonJS. */
const commonJs = `import { createClient, RenderApiError } from 'render-platform-client';

const client = createClient({ apiKey: 'service_test_key', baseUrl: process.argv[2] ?? '' });
void client.renders.get('rnd_1', { image: 'none' }).catch((error: unknown) => {
  console.log(error instanceof RenderApiError ? error.code : error);
});
export async function cost(id: string): Promise<number> {
  const render = await client.renders.get(id);
  if (render.state === 'failed') return render.error.code.length;
  return render.state === 'succeeded' ? render.usage.credits : (render.queuePosition ?? 0);
}
`;

describe('The folder of the client as a package of its own', () => {
  let folder: string;
  let app: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'render-platform-client-'));
    app = await installClient(folder);
  });
  after(() => rm(folder, { recursive: true }));

  it('compiles without types of Node, and so do a program and the examples of its README', async () => {
    const examples = codeBlocks(await readFile('shared/client/README.md', 'utf8'), 'ts');
    expect(examples).to.have.length(5);
    const files = ['program.ts', ...examples.map((_, index) => `readme-${index}.ts`)];
    const texts = examples.map((code, index) => (index === 0 ? code : surroundings + code));
    await writeFile(join(app, 'program.cts'), commonJs);
    files.push('program.cts');
    for (const [index, text] of [program, ...texts].entries())
      await writeFile(join(app, files[index]!), text);
    await compileProgram(app, ...files);
  });

  it('runs in Node without a loader, as a module and as CommonJS', async () => {
    const server = createServer((_req, res) => {
      res.writeHead(402, { 'Content-Type': 'application/json' });
      res.end('{"error":"","code":"INSUFFICIENT_CREDITS","message":""}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { stdout } = await run(process.execPath, [join(app, 'program.js'), url], {
      env: { PATH: process.env.PATH },
    });
    const required = await run(process.execPath, [join(app, 'program.cjs'), url], {
      env: { PATH: process.env.PATH },
    });
    server.close();
    expect(required.stdout.trim()).to.equal('INSUFFICIENT_CREDITS');
    expect(JSON.parse(stdout)).to.deep.equal({
      code: 'INSUFFICIENT_CREDITS',
      webhook: 'WebhookVerificationError: The header webhook-id is missing.',
    });
  });
});
