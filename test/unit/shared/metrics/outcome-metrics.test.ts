import { expect } from 'chai';
import { Registry } from 'prom-client';
import { holdSettled, renderEnded, requestLimited } from '../../../../shared/metrics/measurements.ts';
import { countOutcomes } from '../../../../shared/metrics/outcome-metrics.ts';

describe('the metrics of outcomes', () => {
  let registry: Registry;
  let counting: { close(): void };
  beforeEach(() => {
    registry = new Registry();
    counting = countOutcomes(registry);
  });
  afterEach(() => counting.close());

  it('count renders by state and provider, credits by settlement, uncharged starts, and rejected requests by limit', async () => {
    renderEnded.publish({ state: 'succeeded', provider: 'cog' });
    renderEnded.publish({ state: 'succeeded', provider: 'cog' });
    renderEnded.publish({ state: 'cancelled' });
    holdSettled.publish({ outcome: 'capture', unchargedStart: false });
    holdSettled.publish({ outcome: 'release', unchargedStart: true });
    requestLimited.publish({ limit: 'rate' });
    const text = await registry.metrics();
    for (const line of [
      'render_platform_renders_total{state="succeeded",provider="cog"} 2',
      'render_platform_renders_total{state="cancelled",provider="none"} 1',
      'render_platform_credits_total{outcome="capture"} 1',
      'render_platform_uncharged_starts_total 1',
      'render_platform_requests_limited_total{limit="rate"} 1',
    ]) {
      expect(text).to.include(line);
    }
  });

  it('stop counting when closed', async () => {
    counting.close();
    renderEnded.publish({ state: 'failed' });
    expect(await registry.metrics()).not.to.include('state="failed"');
  });
});
