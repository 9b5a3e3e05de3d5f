import { expect } from 'chai';
import { ConfigError, loadConfig } from '../../../../shared/config/load.ts';
import { variables } from '../../../../shared/config/variables.ts';

const backends = { REDIS_URL: 'redis://127.0.0.1', MONGODB_URI: 'mongodb://127.0.0.1/render' };

describe('configuration', () => {
  it('has a default for everything except MongoDB and Redis', () => {
    const config = loadConfig(backends);
    for (const name of Object.keys(variables))
      expect(config).to.have.property(name).that.is.not.equal(undefined);
    expect(config).to.include({
      PORT: 3000,
      WAIT_SECONDS: 295,
      RENDER_DEADLINE_SECONDS: 280,
      MAX_BODY_MIB: 64,
    });
    expect(config.RENDER_PROVIDERS).to.deep.equal(['local']);
    expect(config.BASE_URL).to.equal('http://localhost:3000');
    expect(config.DEVELOPERS_URL).to.equal('http://localhost:3000/developers');
  });

  it('treats an empty variable as not set, since compose files pass them so', () => {
    const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, '']));
    const { OUTBOUND_ALLOW, SECRETS_KEY, RENDER_PROVIDERS, PORT } = loadConfig({ ...empty, ...backends });
    expect({ OUTBOUND_ALLOW, SECRETS_KEY, RENDER_PROVIDERS, PORT }).to.deep.equal({
      OUTBOUND_ALLOW: [],
      SECRETS_KEY: [],
      RENDER_PROVIDERS: ['local'],
      PORT: 3000,
    });
  });

  it('reads WAIT_SECONDS from HOLD_SECONDS, its name in the previous release', () => {
    expect(loadConfig({ ...backends, HOLD_SECONDS: '20' })).to.include({ WAIT_SECONDS: 20 });
    expect(loadConfig({ ...backends, HOLD_SECONDS: '20', WAIT_SECONDS: '30' })).to.include({
      WAIT_SECONDS: 30,
    });
  });

  it('reads comma lists', () => {
    const { OUTBOUND_ALLOW } = loadConfig({ ...backends, OUTBOUND_ALLOW: ' gpu:5000, images:80 ,' });
    expect(OUTBOUND_ALLOW).to.deep.equal(['gpu:5000', 'images:80']);
  });

  for (const [name, env] of [
    ['MONGODB_URI', { REDIS_URL: backends.REDIS_URL }],
    ['REDIS_URL', { ...backends, REDIS_URL: 'http://redis' }],
    ['PORT', { ...backends, PORT: 'many' }],
    ['PORT', { ...backends, PORT: '70000' }],
    ['NODE_ENV', { ...backends, NODE_ENV: 'prod' }],
    ['WAIT_SECONDS', { ...backends, WAIT_SECONDS: '400' }],
    ['WORKER_CONCURRENCY', { ...backends, WORKER_CONCURRENCY: '0' }],
    ['OPENAI_QUALITY', { ...backends, OPENAI_QUALITY: 'very high' }],
  ] as const) {
    it(`rejects with one line that names ${name}: ${JSON.stringify(env)}`, () => {
      expect(() => loadConfig(env as NodeJS.ProcessEnv)).to.throw(
        ConfigError,
        new RegExp(`^Configuration: ${name} [^\\n]+$`),
      );
    });
  }

  it('accepts any quality: a new one of the vendor needs no release of ours', () => {
    for (const OPENAI_QUALITY of ['low', 'xhigh', 'max', 'auto']) {
      expect(loadConfig({ ...backends, OPENAI_QUALITY })).to.include({ OPENAI_QUALITY });
    }
  });

  const known = 'known providers: gemini, openai, fal, replicate, comfyui, cog, local';
  const providers: [env: Record<string, string>, message: string][] = [
    [{ RENDER_PROVIDERS: 'local,dalle' }, `RENDER_PROVIDERS names "dalle"; ${known}`],
    [{ RENDER_PROVIDERS: 'constructor' }, `RENDER_PROVIDERS names "constructor"; ${known}`],
    [{ RENDER_PROVIDERS: 'Gemini' }, `RENDER_PROVIDERS names "Gemini"; ${known}`],
    [{ RENDER_PROVIDERS: '{local}' }, `RENDER_PROVIDERS names "{local}"; ${known}`],
    [{ RENDER_PROVIDERS: ' , ' }, `RENDER_PROVIDERS names no provider; ${known}`],
    [{ RENDER_PROVIDERS: 'local,cog,local' }, 'RENDER_PROVIDERS names "local" twice'],
    [{ DEDICATED_PROVIDERS: 'gog' }, `DEDICATED_PROVIDERS names "gog"; ${known}`],
    [{ WORKER_PROVIDERS: 'local,gog' }, `WORKER_PROVIDERS names "gog"; ${known}`],
    [{ PROVIDER_COSTS: 'gemini:1,gemni:0.1' }, `PROVIDER_COSTS names "gemni"; ${known}`],
  ];
  for (const [env, message] of providers) {
    it(`rejects unknown providers: ${JSON.stringify(env)}`, () => {
      expect(() => loadConfig({ ...backends, ...env })).to.throw(ConfigError, `Configuration: ${message}.`);
    });
  }
});
