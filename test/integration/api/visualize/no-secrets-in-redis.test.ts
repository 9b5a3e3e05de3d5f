import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';
import { generateKey } from '../../../../shared/keys/key-format.ts';
import { startPlatform, type TestPlatform, visualize, visualizeBody } from '../../../support/platform.ts';

describe('secrets', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform();
  });
  after(() => platform.close());

  it('never writes an API key into a log at the lowest level, nor into an error', async () => {
    const env = Object.fromEntries(
      Object.entries(platform.config).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    );
    const child = spawn(process.execPath, [...typeScriptArguments, 'api/main.ts'], {
      env: { ...process.env, ...env, LOG_LEVEL: 'trace' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let log = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text) => {
        log += text;
      });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    const api = { url: `http://127.0.0.1:${port}` };
    const { key } = await platform.account();
    const unknown = generateKey('live');
    const responses = [
      await visualize(api, key, await visualizeBody()),
      await visualize(api, key, '{"broken": '),
      await visualize(api, unknown, await visualizeBody()),
      await visualize(api, `${key}x`, await visualizeBody()),
    ];
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(responses.map((response) => response.status)).to.deep.equal([200, 400, 401, 401]);
    expect(log).to.contain('"requestId"');
    const random = (given: string) => given.slice('service_live_'.length + 4);
    for (const secret of [key, unknown].map(random)) {
      expect(log.includes(secret), 'in the log').to.equal(false);
      expect(JSON.stringify(responses).includes(secret), 'in an response').to.equal(false);
    }
  });

  it('keeps image bytes, keys and prompts out of Redis', async () => {
    const { key } = await platform.account();
    const body = await visualizeBody();
    await visualize(platform, key, body, { prefer: 'respond-async' });
    const image = String(body.sceneImage).slice(60, 120);
    let bytes = 0;
    for (const name of await platform.redis.keys(`${platform.config.QUEUE_PREFIX}*`)) {
      const dump = (await platform.redis.dumpBuffer(name)) ?? Buffer.alloc(0); // expired meanwhile
      bytes += dump.length;
      expect(dump.includes(image) || dump.includes(key.slice(17)), name).to.equal(false);
    }
    expect(bytes).to.be.greaterThan(0);
  });
});
