import { expect } from 'chai';
import type { ProviderHealth } from '../../../../api/ops/provider-health.ts';
import { evaluateRendering } from '../../../../api/ops/rendering.ts';
import { closed } from '../../../../shared/breaker/breaker-state.ts';

const nowMs = 1_000_000;
const open = { ...closed, failures: 3, openUntil: nowMs + 5_000 };
const halfOpen = { ...open, openUntil: nowMs - 1 };
const health = (provider: string, change: Partial<ProviderHealth> = {}): ProviderHealth => ({
  provider,
  testOnly: false,
  workers: 1,
  breaker: closed,
  ...change,
});

describe('evaluateRendering', () => {
  const rows: [string, ProviderHealth[], string[]][] = [
    ['is possible with a worker', [health('local')], []],
    ['is possible while one provider of two is down', [health('cog', { breaker: open }), health('fal')], []],
    ['is possible with a provider that is about to be probed', [health('fal', { breaker: halfOpen })], []],
    ['is not possible without a worker', [health('fal', { workers: 0 })], ['fal: no worker is running']],
    [
      'is not possible while each provider of the chain is down or has no worker, whatever test keys use',
      [health('cog', { workers: 0 }), health('fal', { breaker: open }), health('local', { testOnly: true })],
      ['cog: no worker is running', 'fal: it is down, and skipped until its next probe'],
    ],
  ];
  for (const [title, providers, reasons] of rows) {
    it(title, () => {
      expect(evaluateRendering({ providers, nowMs })).to.deep.equal({
        possible: reasons.length === 0,
        reasons,
      });
    });
  }
});
