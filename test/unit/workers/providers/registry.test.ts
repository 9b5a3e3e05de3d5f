import { expect } from 'chai';
import { ConfigError, loadConfig } from '../../../../shared/config/load.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { providerAllowList } from '../../../../shared/outbound/allow-lists.ts';
import { createOutbound } from '../../../../shared/outbound/outbound.ts';
import { providerNames } from '../../../../shared/providers/provider-names.ts';
import { createProviders } from '../../../../workers/providers/registry.ts';

const stores = { REDIS_URL: 'redis://localhost', MONGODB_URI: 'mongodb://localhost/test' };

function create(env: Record<string, string>) {
  const config = loadConfig({ ...stores, ...env });
  const http = createOutbound({ allow: providerAllowList(config) });
  return createProviders(config.RENDER_PROVIDERS, { config, http, log: silentLogger() });
}

describe('createProviders', () => {
  it('creates the providers in the order of RENDER_PROVIDERS', async () => {
    const providers = create({
      RENDER_PROVIDERS: 'cog, local',
      COG_URL: 'http://gpu:5000',
    });
    expect(providers.map(({ name }) => name)).to.deep.equal(['cog', 'local']);
    await Promise.all(providers.map((provider) => provider.close?.()));
  });

  it('creates every known provider, each from its key or address alone', async () => {
    const providers = create({
      RENDER_PROVIDERS: providerNames.join(','),
      GEMINI_API_KEY: 'key',
      OPENAI_API_KEY: 'key',
      FAL_KEY: 'key',
      REPLICATE_API_TOKEN: 'key',
      COMFYUI_URL: 'https://comfy.example.com',
      COG_URL: 'https://cog.example.com',
    });
    expect(providers.map(({ name }) => name)).to.deep.equal(providerNames);
    await Promise.all(providers.map((provider) => provider.close?.()));
  });

  const refused: [string, Record<string, string>, RegExp][] = [
    ['gemini without its key', { RENDER_PROVIDERS: 'gemini' }, /GEMINI_API_KEY is required/],
    ['openai without its key', { RENDER_PROVIDERS: 'openai' }, /OPENAI_API_KEY is required/],
    ['fal without its key', { RENDER_PROVIDERS: 'fal' }, /FAL_KEY is required/],
    ['replicate without its token', { RENDER_PROVIDERS: 'replicate' }, /REPLICATE_API_TOKEN is required/],
    ['comfyui without its URL', { RENDER_PROVIDERS: 'comfyui' }, /COMFYUI_URL is required/],
    [
      'a replicate model that is no owner/name',
      { RENDER_PROVIDERS: 'replicate', REPLICATE_MODEL: '../../files' },
      /REPLICATE_MODEL/,
    ],
    [
      'a base URL that is plain http',
      { RENDER_PROVIDERS: 'gemini', GEMINI_API_KEY: 'k', GEMINI_URL: 'http://gateway.example.com' },
      /GEMINI_URL .*OUTBOUND_ALLOW/,
    ],
    [
      'a workflow that is not there',
      {
        RENDER_PROVIDERS: 'comfyui',
        COMFYUI_URL: 'http://gpu:8188',
        COMFYUI_WORKFLOW: '/nowhere/workflow.json',
      },
      /COMFYUI_WORKFLOW cannot be read/,
    ],
    ['cog without its URL', { RENDER_PROVIDERS: 'cog' }, /COG_URL is required/],
    [
      'a base URL with a password in it',
      { RENDER_PROVIDERS: 'cog', COG_URL: 'http://user:password@10.0.0.7:5000' },
      /COG_URL must not carry a user name or password/,
    ],
  ];
  for (const [title, env, message] of refused) {
    it(`stops the start for ${title}`, () => {
      expect(() => create(env)).to.throw(ConfigError, message);
    });
  }
});
