import { execFile } from 'node:child_process';
import { expect } from 'chai';

const known = 'known providers: gemini, openai, fal, replicate, comfyui, cog, local';

/** Runs a process that must refuse to start; answers its exit code and what it said. */
function start(entry: string, env: Record<string, string>): Promise<{ code: unknown; said: string }> {
  const stores = { REDIS_URL: 'redis://127.0.0.1:1', MONGODB_URI: 'mongodb://127.0.0.1:1/none' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', entry],
      { env: { PATH: process.env.PATH, NODE_ENV: 'test', ...stores, ...env }, timeout: 30_000 },
      (error, _stdout, stderr) => resolve({ code: error?.code, said: stderr.trim() }),
    );
  });
}

describe('a process whose configuration names an unknown provider', () => {
  for (const [service, entry] of [
    ['api', 'api/main.ts'],
    ['worker', 'workers/main.ts'],
  ] as const) {
    it(`does not start, before it connects to anything, and says which: ${service}`, async () => {
      expect(await start(entry, { RENDER_PROVIDERS: 'gemini,dalle' })).to.deep.equal({
        code: 1,
        said: `${service}: ConfigError: Configuration: RENDER_PROVIDERS names "dalle"; ${known}.`,
      });
    });
  }
});
