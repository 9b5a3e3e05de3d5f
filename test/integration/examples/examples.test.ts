import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { exampleRequest } from '../../../scripts/platform/example.ts';
import { startPlatform, type TestPlatform } from '../../support/platform.ts';

const run = promisify(execFile);
const pngSignature = '89504e470d0a1a0a';

interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  bodyFile: string | undefined;
}

/** The requests of a `.http` file: `###` separates them, `@name = value` sets `{{name}}`. */
function httpRequests(text: string, variables: Record<string, string>): HttpRequest[] {
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name] ?? '');
  const blocks = filled.split(/^###.*$/m).slice(1);
  return blocks.map((block) => {
    const [head = '', body = ''] = block.trim().split('\n\n');
    const [first = '', ...lines] = head.split('\n');
    const [method = '', url = ''] = first.split(' ');
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2)));
    return { method, url, headers, bodyFile: /^< (.*)$/m.exec(body)?.[1] };
  });
}

describe('examples/', () => {
  let platform: TestPlatform;
  let folder: string;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    platform = await startPlatform();
    folder = await mkdtemp(join(tmpdir(), 'render-platform-examples-'));
    const request = join(folder, 'request.json');
    await writeFile(request, await exampleRequest());
    const { key } = await platform.account();
    env = { ...process.env, API_URL: platform.url, API_KEY: key, REQUEST: request };
  });
  after(async () => {
    await platform.close();
    await rm(folder, { recursive: true });
  });

  const expectPng = async (file: string) => {
    const png = await readFile(file);
    expect(png.subarray(0, 8).toString('hex')).to.equal(pngSignature);
    expect(png.length).to.be.greaterThan(1000);
  };

  for (const [program, file] of [
    ['sh', 'render.sh'],
    [process.execPath, 'render.mjs'],
    ['python3', 'render.py'],
  ] as const) {
    it(`${file} saves an image`, async () => {
      const out = join(folder, `${file}.png`);
      await run(program, [`examples/${file}`, out], { env });
      await expectPng(out);
    });
  }

  it('render.http renders and reads the credits', async () => {
    const text = await readFile('examples/render.http', 'utf8');
    expect(text)
      .to.match(/^@url = http:\/\/localhost:3000$/m)
      .and.match(/^@key = /m);
    const requests = httpRequests(text, { url: platform.url, key: env.API_KEY! });
    expect(requests.map(({ method, bodyFile }) => [method, bodyFile])).to.deep.equal([
      ['POST', '../.data/example-request.json'],
      ['GET', undefined],
    ]);
    for (const { method, url, headers, bodyFile } of requests) {
      const body = bodyFile ? { body: await readFile(env.REQUEST!) } : {};
      const response = await fetch(url, { method, headers, ...body });
      expect(
        response.status,
        await response
          .clone()
          .text()
          .then((said) => said.slice(0, 200)),
      ).to.equal(200);
      await response.arrayBuffer();
    }
  });
});
