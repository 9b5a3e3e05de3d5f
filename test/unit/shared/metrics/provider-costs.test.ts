import { expect } from 'chai';
import { Registry } from 'prom-client';
import { ConfigError, loadConfig } from '../../../../shared/config/load.ts';
import { getCost, readProviderCosts } from '../../../../shared/metrics/provider-costs.ts';
import { createRenderMetrics } from '../../../../workers/render-metrics.ts';

const backends = { REDIS_URL: 'redis://localhost', MONGODB_URI: 'mongodb://localhost/test' };

describe('PROVIDER_COSTS', () => {
  it('is read as dollars by provider, with or without spaces', () => {
    expect([...readProviderCosts('gemini:0.101, fal:1')]).to.deep.equal([
      ['gemini', 0.101],
      ['fal', 1],
    ]);
    expect(readProviderCosts('').size).to.equal(0);
  });

  for (const value of ['gemini', 'gemini:', 'gemini:cheap', 'gemini:-1', 'gemini=1', 'gemini:1 fal:2']) {
    it(`rejects "${value}"`, () => {
      expect(() => loadConfig({ ...backends, PROVIDER_COSTS: value })).to.throw(
        ConfigError,
        /PROVIDER_COSTS/,
      );
    });
  }

  for (const value of ['', 'gemini:1', 'gemini:0.5,openai:1', ' gemini:0.5 , openai:1 ']) {
    it(`accepts "${value}"`, () => {
      expect(() => loadConfig({ ...backends, PROVIDER_COSTS: value })).not.to.throw();
    });
  }
});

describe('cost of a try', () => {
  const costs = readProviderCosts('gemini:0.1');
  const tries: [object, number][] = [
    [{}, 0.1],
    [{ failure: 'failed' }, 0.1],
    [{ failure: 'rejected' }, 0],
    [{ failure: 'unavailable' }, 0],
    [{ failure: 'unavailable', skipped: true }, 0],
    [{ failure: 'unavailable', aborted: true }, 0.1],
    [{ provider: 'local' }, 0],
  ];
  for (const [attempt, dollars] of tries) {
    it(`is ${dollars} dollars for ${JSON.stringify(attempt)}`, () => {
      expect(getCost(costs, { provider: 'gemini', ...attempt })).to.equal(dollars);
    });
  }

  it('adds up in the metrics', async () => {
    const registry = new Registry();
    const metrics = createRenderMetrics(registry, costs);
    metrics.provider({ provider: 'gemini', ms: 1 });
    metrics.provider({ provider: 'gemini', ms: 1, failure: 'failed' });
    metrics.provider({ provider: 'gemini', ms: 1, failure: 'rejected' });
    metrics.provider({ provider: 'gemini', ms: 1, failure: 'unavailable', aborted: true });
    const text = await registry.metrics();
    expect(text).to.include('render_platform_provider_cost_dollars_total{provider="gemini"} 0.3');
    expect(text).to.include(
      'render_platform_provider_attempt_seconds_count{provider="gemini",outcome="aborted"} 1',
    );
    expect(text).not.to.include('outcome="unavailable"');
  });
});
