import { expect } from 'chai';
import { createRegistry } from '../../../../shared/metrics/registry.ts';

describe('the metrics of every process', () => {
  it('end in _total where they are counters, and only there', async () => {
    const metrics = await createRegistry('api').getMetricsAsJSON();
    expect(metrics.length).to.be.above(10);
    for (const { name, type } of metrics)
      expect(name.endsWith('_total'), name).to.equal(String(type) === 'counter');
  });

  it('keep the numbers of open handles, requests and resources, by kind', async () => {
    const text = await createRegistry('worker').metrics();
    for (const what of ['handles', 'requests', 'resources'])
      expect(text).to.contain(`# TYPE nodejs_active_${what} gauge`);
  });
});
