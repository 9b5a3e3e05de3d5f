import { expect } from 'chai';
import { ConfigError } from '../../../shared/config/load.ts';
import { readServed } from '../../../workers/served-providers.ts';

const list = (text: string) => text.split(',').filter(Boolean);
const served = (chain: string, dedicated: string, worker: string) =>
  readServed({
    RENDER_PROVIDERS: list(chain),
    DEDICATED_PROVIDERS: list(dedicated),
    WORKER_PROVIDERS: list(worker),
  });

describe('what a worker serves', () => {
  const table: [chain: string, dedicated: string, worker: string, ReturnType<typeof readServed>][] = [
    ['cog,local', '', '', { providers: ['cog', 'local'], queues: ['render'], tests: true }],
    ['cog,local', '', 'local,cog', { providers: ['cog', 'local'], queues: ['render'], tests: true }],
    ['cog,local', 'cog', '', { providers: ['local'], queues: ['render'], tests: true }],
    ['cog,local', 'cog', 'cog', { providers: ['cog'], queues: ['render-cog'], tests: false }],
    ['cog,local', 'cog', 'local', { providers: ['local'], queues: ['render'], tests: true }],
    [
      'cog,local',
      'cog',
      'cog,local',
      { providers: ['cog', 'local'], queues: ['render-cog', 'render'], tests: true },
    ],
    ['cog,local', 'local', '', { providers: ['cog'], queues: ['render'], tests: false }],
    ['cog,local', 'local', 'local', { providers: ['local'], queues: ['render-local'], tests: true }],
    ['cog', 'cog', '', { providers: [], queues: ['render'], tests: true }],
    ['cog,comfyui', 'cog,comfyui', 'cog', { providers: ['cog'], queues: ['render-cog'], tests: false }],
  ];
  for (const [chain, dedicated, worker, expected] of table) {
    it(`of ${chain}, dedicated ${dedicated || 'none'}, WORKER_PROVIDERS=${worker}`, () => {
      expect(served(chain, dedicated, worker)).to.deep.equal(expected);
    });
  }

  const wrong: [chain: string, dedicated: string, worker: string, message: string][] = [
    ['local', '', 'cog', 'WORKER_PROVIDERS names "cog", which is not in RENDER_PROVIDERS (local)'],
    ['local', 'cog', '', 'DEDICATED_PROVIDERS names "cog", which is not in RENDER_PROVIDERS (local)'],
    [
      'cog,local',
      '',
      'cog',
      'WORKER_PROVIDERS names "cog" but not "local", whose renders wait in the same queue',
    ],
    ['gemini,cog,local', 'cog', 'cog,local', 'names "local" but not "gemini"'],
  ];
  for (const [chain, dedicated, worker, message] of wrong) {
    it(`refuses WORKER_PROVIDERS=${worker} with ${chain}, dedicated ${dedicated || 'none'}`, () => {
      expect(() => served(chain, dedicated, worker)).to.throw(ConfigError, message);
    });
  }
});
