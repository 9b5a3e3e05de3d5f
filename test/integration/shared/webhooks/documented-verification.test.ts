import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { newWebhookSecret, signatureHeaders } from '../../../../shared/webhooks/signature.ts';

const now = () => Math.floor(Date.now() / 1000);
const body = '{"type":"render.succeeded","data":{"title":"Sofá"}}';

/** Calls of a receiver, and whether the documented code has to accept them. */
function cases() {
  const secret = newWebhookSecret();
  const headers = signatureHeaders([secret], { id: 'rnd_1', timestamp: now(), body });
  const rotated = signatureHeaders([newWebhookSecret(), secret], { id: 'rnd_1', timestamp: now(), body });
  const late = signatureHeaders([secret], { id: 'rnd_1', timestamp: now() - 400, body });
  return [
    { secret, headers, body, expected: true },
    { secret, headers: rotated, body, expected: true },
    { secret, headers, body: `${body} `, expected: false },
    { secret: newWebhookSecret(), headers, body, expected: false },
    { secret, headers: { ...headers, 'webhook-id': 'rnd_2' }, body, expected: false },
    { secret, headers: late, body, expected: false },
  ];
}

async function documented(language: string): Promise<string> {
  const text = await readFile('docs/guides/async.md', 'utf8');
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '';
}

describe('the verification that docs/guides/async.md shows', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function verdicts(name: string, code: string, command: string): Promise<boolean[]> {
    await writeFile(join(folder, name), code);
    const input = JSON.stringify(cases());
    const { status, stdout, stderr } = spawnSync(command, [join(folder, name)], { input, encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
    return JSON.parse(stdout);
  }
  const expected = cases().map((one) => one.expected);

  it('accepts and rejects the right calls in Node', async () => {
    const run = `
      let text = '';
      for await (const chunk of process.stdin) text += chunk;
      const results = JSON.parse(text).map(({ secret, headers, body }) => verifyWebhook(secret, headers, body));
      console.log(JSON.stringify(results));`;
    const results = await verdicts('verify.mjs', (await documented('js')) + run, process.execPath);
    expect(results).to.deep.equal(expected);
  });

  it('accepts and rejects the right calls in Python', async function () {
    if (spawnSync('python3', ['--version']).status !== 0) this.skip();
    const run = `
import json, sys
calls = json.loads(sys.stdin.buffer.read())
print(json.dumps([verify_webhook(c["secret"], c["headers"], c["body"].encode()) for c in calls]))
`;
    const results = await verdicts('verify.py', (await documented('python')) + run, 'python3');
    expect(results).to.deep.equal(expected);
  });
});
