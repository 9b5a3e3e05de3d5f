import { execFile } from 'node:child_process';
import { expect } from 'chai';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';

const known = 'known providers: gemini, openai, fal, replicate, comfyui, cog, local';

/** Runs a process that must refuse to start; resolves to its exit code and its output on stderr. */
function start(entry: string, env: Record<string, string>): Promise<{ code: unknown; output: string }> {
  const backends = { REDIS_URL: 'redis://127.0.0.1:1', MONGODB_URI: 'mongodb://127.0.0.1:1/none' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...typeScriptArguments, entry],
      { env: { PATH: process.env.PATH, NODE_ENV: 'test', ...backends, ...env }, timeout: 30_000 },
      (error, _stdout, stderr) => resolve({ code: error?.code, output: stderr.trim() }),
    );
  });
}

describe('a process whose configuration names an unknown provider', () => {
  for (const [service, entry] of [
    ['api', 'api/main.ts'],
    ['worker', 'workers/main.ts'],
  ] as const) {
    it(`refuses to start before it connects to a backend, and names the provider: ${service}`, async () => {
      expect(await start(entry, { RENDER_PROVIDERS: 'gemini,dalle' })).to.deep.equal({
        code: 1,
        output: `${service}: Configuration: RENDER_PROVIDERS names "dalle"; ${known}.`,
      });
    });
  }
});

describe('an API in production without BASE_URL and DEVELOPERS_URL', () => {
  it('refuses to start: callers without credits would be sent to localhost', async () => {
    const { code, output } = await start('api/main.ts', { NODE_ENV: 'production' });
    expect({ code, output }).to.deep.equal({
      code: 1,
      output:
        'api: Configuration: BASE_URL is required with NODE_ENV=production unless DEVELOPERS_URL is set: responses to callers without credits name a page for topping up, and its default would be on localhost.',
    });
  });
});
