import { expect } from 'chai';
import { ConfigError } from '../../../../shared/config/load.ts';
import type { ChainProgress } from '../../../../shared/renders/chain-progress.ts';
import {
  getRoute,
  type RoutedRender,
  readRoutes,
  renderQueueNames,
} from '../../../../shared/renders/render-route.ts';

const routes = (chain: string, dedicated = '') => {
  const list = (text: string) => text.split(',').filter(Boolean);
  return readRoutes({ RENDER_PROVIDERS: list(chain), DEDICATED_PROVIDERS: list(dedicated) });
};

const at = (next: string): ChainProgress => ({ next, attempts: [], retryAfters: [], handOvers: 1 });
const live: RoutedRender = { mode: 'live' };
const test: RoutedRender = { mode: 'test' };

describe('the queue of a render', () => {
  const table: [what: string, chain: string, dedicated: string, render: RoutedRender, queue: string][] = [
    ['nothing is dedicated', 'cog,local', '', live, 'render'],
    ['nothing is dedicated, for a test key', 'cog,local', '', test, 'render'],
    ['the first provider is dedicated', 'cog,local', 'cog', live, 'render-cog'],
    ['the first provider is dedicated, for a test key', 'cog,local', 'cog', test, 'render'],
    ['only a later provider is dedicated', 'gemini,cog,local', 'cog', live, 'render'],
    [
      'it was handed over to a dedicated provider',
      'gemini,cog',
      'cog',
      { ...live, chain: at('cog') },
      'render-cog',
    ],
    [
      'it was handed over to one of the others',
      'cog,local',
      'cog',
      { ...live, chain: at('local') },
      'render',
    ],
    [
      'it goes from one dedicated to another',
      'cog,comfyui',
      'cog,comfyui',
      { ...live, chain: at('comfyui') },
      'render-comfyui',
    ],
    ['local is dedicated', 'cog,local', 'local', live, 'render'],
    ['local is dedicated, for a test key', 'cog,local', 'local', test, 'render-local'],
    ['all are dedicated and local is not in the chain, for a test key', 'cog', 'cog', test, 'render'],
    ['its next provider is no longer in the chain', 'cog', 'cog', { ...live, chain: at('fal') }, 'render'],
  ];
  for (const [what, chain, dedicated, render, queue] of table) {
    it(`is ${queue} when ${what}`, () => {
      expect(getRoute(render, routes(chain, dedicated))).to.equal(queue);
    });
  }

  it('is one of those that the API follows', () => {
    expect(renderQueueNames(routes('cog,local'))).to.deep.equal(['render']);
    expect(renderQueueNames(routes('gemini,cog,comfyui', 'cog,comfyui,cog'))).to.deep.equal([
      'render',
      'render-cog',
      'render-comfyui',
    ]);
  });

  it('cannot be determined for a dedicated provider that is not in the chain: the start fails', () => {
    expect(() => routes('local', 'cog')).to.throw(
      ConfigError,
      'DEDICATED_PROVIDERS names "cog", which is not in RENDER_PROVIDERS (local)',
    );
  });
});
