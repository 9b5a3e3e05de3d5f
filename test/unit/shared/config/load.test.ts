import { expect } from 'chai';
import { ConfigError, loadConfig } from '../../../../shared/config/load.ts';
import { variables } from '../../../../shared/config/variables.ts';
import { providerNames } from '../../../../shared/providers/provider-names.ts';

const backends = { REDIS_URL: 'redis://127.0.0.1', MONGODB_URI: 'mongodb://127.0.0.1/render' };

describe('configuration', () => {
  it('has a default for everything except MongoDB and Redis', () => {
    const config = loadConfig(backends);
    // Without a value, `npm start` takes the port after that of the API.
    const { DEMO_SHOP_PORT: _none, ...others } = variables;
    for (const name of Object.keys(others))
      expect(config).to.have.property(name).that.is.not.equal(undefined);
    expect(config).to.include({
      PORT: 3000,
      WAIT_SECONDS: 295,
      RENDER_DEADLINE_SECONDS: 280,
      MAX_BODY_MIB: 64,
    });
    expect(config.RENDER_PROVIDERS).to.deep.equal(['local']);
    expect(config.BASE_URL).to.equal('http://localhost:3000');
    expect(config.DEVELOPERS_URL).to.equal('http://localhost:3000/developers/credits#top-up');
  });

  it('gives DEVELOPERS_URL no default on localhost in production', () => {
    const production = { ...backends, NODE_ENV: 'production' };
    expect(loadConfig(production).DEVELOPERS_URL).to.equal('');
    expect(loadConfig({ ...production, BASE_URL: 'https://render.example/' }).DEVELOPERS_URL).to.equal(
      'https://render.example/developers/credits#top-up',
    );
    expect(loadConfig({ ...production, DEVELOPERS_URL: 'https://portal.example' }).DEVELOPERS_URL).to.equal(
      'https://portal.example',
    );
  });

  it('requires 12 characters of OPS_PASSWORD in production', () => {
    const production = { ...backends, NODE_ENV: 'production' };
    const short = { ...production, OPS_PASSWORD: 'elevenchars' };
    expect(() => loadConfig(short)).to.throw(ConfigError, /^Configuration: OPS_PASSWORD .*12 characters/);
    expect(() => loadConfig(short)).not.to.throw(/elevenchars/);
    for (const OPS_PASSWORD of ['', 'twelve chars'])
      expect(loadConfig({ ...production, OPS_PASSWORD })).to.include({ OPS_PASSWORD });
    expect(loadConfig({ ...backends, OPS_PASSWORD: 'short' })).to.include({ OPS_PASSWORD: 'short' });
  });

  it('requires a client, and the domains or groups of operators, with an OpenID provider', () => {
    const issuer = { ...backends, OIDC_ISSUER: 'https://issuer.example' };
    const client = { ...issuer, OIDC_CLIENT_ID: 'render', OIDC_CLIENT_SECRET: 'secret' };
    expect(() => loadConfig(issuer)).to.throw(ConfigError, /OIDC_CLIENT_ID.*OIDC_CLIENT_SECRET/s);
    expect(() => loadConfig(client)).to.throw(ConfigError, /OIDC_ALLOWED_DOMAINS or OIDC_ALLOWED_GROUPS/);
    expect(loadConfig({ ...client, OIDC_ALLOWED_DOMAINS: 'Example.com, example.org' })).to.deep.include({
      OIDC_ALLOWED_DOMAINS: ['example.com', 'example.org'],
    });
    expect(loadConfig({ ...client, OIDC_ALLOWED_GROUPS: 'Ops' })).to.deep.include({
      OIDC_ALLOWED_GROUPS: ['Ops'],
    });
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

  for (const password of ['p@ss', 'a/b', 'w#1', 'a?b']) {
    it(`rejects the password ${password} in REDIS_URL, which would name another host, without showing it`, () => {
      const env = { ...backends, REDIS_URL: `redis://:${password}@redis:6379` };
      expect(() => loadConfig(env))
        .to.throw(ConfigError, /^Configuration: REDIS_URL has a password with @, \/, # or \?; percent-encode/)
        .and.property('message')
        .not.include(password);
      const REDIS_URL = `redis://:${encodeURIComponent(password)}@redis:6379`;
      expect(loadConfig({ ...backends, REDIS_URL })).to.include({ REDIS_URL });
    });
  }

  it('reads the hosts of Sentinels, and rejects what is none', () => {
    const { REDIS_SENTINELS } = loadConfig({ ...backends, REDIS_SENTINELS: 's1:26379, s2,[::1]:26380' });
    expect(REDIS_SENTINELS).to.deep.equal(['s1:26379', 's2', '[::1]:26380']);
    expect(() => loadConfig({ ...backends, REDIS_SENTINELS: 'redis://s1' })).to.throw(
      ConfigError,
      /^Configuration: REDIS_SENTINELS must be a comma list of host or host:port/,
    );
  });

  it('accepts any quality: a new one of the vendor needs no release of ours', () => {
    for (const OPENAI_QUALITY of ['low', 'xhigh', 'max', 'auto']) {
      expect(loadConfig({ ...backends, OPENAI_QUALITY })).to.include({ OPENAI_QUALITY });
    }
  });

  const known = `known providers: ${providerNames.join(', ')}`;
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

  it('names every wrong variable at once', () => {
    const env = { PORT: 'many', BASE_URL: 'foo', NODE_ENV: 'prod' };
    expect(() => loadConfig(env)).to.throw(
      ConfigError,
      /^Configuration, 5 variables:\n {2}NODE_ENV .+\n {2}PORT .+\n {2}BASE_URL .+\n {2}REDIS_URL is required\.\n {2}MONGODB_URI is required\.$/,
    );
  });

  const addresses = {
    accepted: [
      'mongodb://db/render',
      'mongodb://db:27017/render?replicaSet=rs0',
      'mongodb://a.example:27017,b.example:27017,c.example:27017/render?replicaSet=rs0',
      'mongodb://user:p%40ss@a.example:27017,b.example:27017/render?authSource=admin&tls=true',
      'mongodb+srv://user:pw@cluster0.ab1cd.mongodb.net/render?retryWrites=true&w=majority',
      'mongodb://[::1]:27017/render',
      'mongodb://%2Ftmp%2Fmongodb-27017.sock/render',
    ],
    withoutDatabase: [
      'mongodb://db',
      'mongodb://db:27017/',
      'mongodb://a:1,b:2/?w=1',
      'mongodb+srv://u:p@c.net',
    ],
    refused: [
      'http://db/render',
      'mongodb:///render',
      'mongodb://a,,b/render',
      'db:27017/render',
      'mongodb://a b/render',
    ],
  };
  for (const MONGODB_URI of addresses.accepted) {
    it(`accepts the MongoDB address ${MONGODB_URI}`, () => {
      expect(loadConfig({ ...backends, MONGODB_URI })).to.include({ MONGODB_URI });
    });
  }
  for (const MONGODB_URI of addresses.withoutDatabase) {
    it(`asks for the database name of ${MONGODB_URI}`, () => {
      expect(() => loadConfig({ ...backends, MONGODB_URI })).to.throw(ConfigError, /has no database name/);
    });
  }
  for (const MONGODB_URI of addresses.refused) {
    it(`rejects the MongoDB address ${MONGODB_URI}`, () => {
      expect(() => loadConfig({ ...backends, MONGODB_URI })).to.throw(
        ConfigError,
        /is not a MongoDB address/,
      );
    });
  }

  it('accepts a place on the page for DEVELOPERS_URL alone', () => {
    const url = 'https://a.example/developers/credits#top-up';
    expect(loadConfig({ ...backends, DEVELOPERS_URL: url }).DEVELOPERS_URL).to.equal(url);
    expect(() => loadConfig({ ...backends, COG_URL: url })).to.throw(ConfigError);
  });

  const urls = ['BASE_URL', 'DEVELOPERS_URL', 'S3_ENDPOINT', 'COG_URL', 'GEMINI_URL', 'COMFYUI_URL'];
  for (const name of urls) {
    it(`rejects a ${name} that is not an http(s) URL`, () => {
      for (const value of ['foo', 'ftp://a.example', 'example.com:3000', 'https://a.example/?x=1']) {
        expect(() => loadConfig({ ...backends, [name]: value }), value).to.throw(
          ConfigError,
          `${name} must be an http(s) URL`,
        );
      }
      expect(() => loadConfig({ ...backends, [name]: 'https://a.example/base' })).not.to.throw();
    });
  }
});
