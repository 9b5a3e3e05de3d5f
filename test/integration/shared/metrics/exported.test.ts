import { Queue } from 'bullmq';
import { expect } from 'chai';
import express from 'express';
import { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import supertest from 'supertest';
import { httpMetrics } from '../../../../api/http/http-metrics.ts';
import { observeResponses } from '../../../../api/http/observe-responses.ts';
import { registerQueueMetrics } from '../../../../api/ops/queue-metrics.ts';
import { createRenderMetrics } from '../../../../workers/render-metrics.ts';

describe('queue metrics', () => {
  it('have no depth, and render_platform_queue_sampled 0, when Redis is down', async () => {
    const gone = new Redis({
      port: 1,
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    gone.on('error', () => {});
    const queue = new Queue('render', {
      connection: gone,
      skipWaitingForReady: true,
      skipVersionCheck: true,
    });
    queue.on('error', () => {});
    const registry = new Registry();
    registerQueueMetrics(registry, [queue]);
    const text = await registry.metrics();
    expect(text).to.include('render_platform_queue_sampled{queue="render"} 0');
    expect(text).not.to.match(/^render_platform_queue_jobs_waiting\{/m);
    gone.disconnect();
  });
});

describe('HTTP metrics', () => {
  it('label requests with the matched route, never with a path of the caller', async () => {
    const registry = new Registry();
    const app = express().use(observeResponses([httpMetrics(registry)]));
    app.get('/visualize/:id', (_req, res) => void res.send('ok'));
    const http = supertest(app);
    await http.get('/visualize/rnd_secret').expect(200);
    await http.get('/wp-admin/secret').expect(404);
    const text = await registry.metrics();
    expect(text).to.include(
      'render_platform_http_request_duration_seconds_count{method="GET",route="/visualize/:id",status="200"} 1',
    );
    expect(text).to.include(
      'render_platform_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
    );
    expect(text).not.to.include('secret');
    expect(text).to.include('render_platform_http_requests_in_flight 0');
  });
});

describe('render metrics', () => {
  it('count runs by outcome, failures and stalls, and measure waits, runs and providers', async () => {
    const registry = new Registry();
    const metrics = createRenderMetrics(registry);
    metrics.observe({ job: 'render', waitMs: 300, runMs: 3_000, outcome: 'succeeded' });
    metrics.observe({ job: 'render', waitMs: 100, runMs: 10, outcome: 'error' });
    metrics.stalled('render');
    metrics.provider({ provider: 'cog', ms: 2_000 });
    metrics.provider({ provider: 'cog', ms: 0, failure: 'unavailable', skipped: true });
    const text = await registry.metrics();
    for (const line of [
      'render_platform_jobs_completed_total{job_name="render",outcome="succeeded"} 1',
      'render_platform_jobs_failed_total{job_name="render"} 1',
      'render_platform_jobs_stalled_total{job_name="render"} 1',
      'render_platform_job_wait_seconds_sum{job_name="render"} 0.4',
      'render_platform_job_run_seconds_count{job_name="render"} 2',
      'render_platform_provider_attempt_seconds_sum{provider="cog",outcome="ok"} 2',
      'render_platform_provider_attempt_seconds_count{provider="cog",outcome="skipped"} 1',
    ]) {
      expect(text).to.include(line);
    }
  });
});
