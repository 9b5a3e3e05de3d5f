import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { httpMetrics } from '../../../api/http/http-metrics.ts';
import { registerQueueMetrics } from '../../../api/ops/queue-metrics.ts';
import { registerClockMetrics } from '../../../shared/jobs/fleet-clock.ts';
import { countOutcomes } from '../../../shared/metrics/outcome-metrics.ts';
import { createRegistry } from '../../../shared/metrics/registry.ts';
import { sweepCounter } from '../../../workers/duties.ts';
import { createRenderMetrics } from '../../../workers/render-metrics.ts';
import { type LinearSeries, parsePromql } from '../../support/promql.ts';

const rulesFile = 'deploy/prometheus/alerts.yml';

interface Rule {
  alert: string;
  expr: string;
  forMinutes: number;
}

const rules: Rule[] = readFileSync(rulesFile, 'utf8')
  .split('- alert: ')
  .slice(1)
  .map((block) => ({
    alert: /^\w+/.exec(block)![0],
    expr: /^ +expr: (.+)$/m.exec(block)![1]!,
    forMinutes: Number(/^ +for: (\d+)m$/m.exec(block)![1]),
  }));

const dashboard = JSON.parse(readFileSync('deploy/grafana/render-platform.json', 'utf8')) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};

/**
 * Series in which the alert must fire and must not, one sample a minute over an hour: `start+stepxcount`, as in
 * promtool's unit tests.
 */
const cases: Record<string, { fires: Record<string, string>; silent: Record<string, string> }> = {
  RendersFailing: {
    fires: {
      'render_platform_renders_total{state="succeeded",provider="cog"}': '0+90x60',
      'render_platform_renders_total{state="failed",provider="none"}': '0+6x60',
      'render_platform_renders_total{state="expired",provider="none"}': '0+4x60',
    },
    silent: {
      'render_platform_renders_total{state="succeeded",provider="cog"}': '0+97x60',
      'render_platform_renders_total{state="failed",provider="none"}': '0+3x60',
      'render_platform_renders_total{state="cancelled",provider="none"}': '0+50x60',
    },
  },
  NoApi: {
    fires: { 'render_platform_build_info{service="worker"}': '1+0x60' },
    silent: { 'render_platform_build_info{service="api"}': '1+0x60' },
  },
  ProcessDown: {
    fires: {
      'up{job="render-platform",instance="api-1:9464"}': '0+0x60',
      'up{job="render-platform",instance="api-2:9464"}': '1+0x60',
    },
    silent: {
      'up{job="render-platform",instance="api-1:9464"}': '1+0x60',
      'up{job="node",instance="a:9100"}': '0+0x60',
    },
  },
  NoWorkers: {
    fires: { 'render_platform_build_info{service="api"}': '1+0x60' },
    silent: { 'render_platform_build_info{service="worker"}': '1+0x60' },
  },
  QueueWaitTooLong: {
    fires: { 'render_platform_queue_oldest_wait_seconds{queue="render-cog"}': '90+0x60' },
    silent: {
      'render_platform_queue_oldest_wait_seconds{queue="render"}': '20+0x60',
      'render_platform_queue_oldest_wait_seconds{queue="track"}': '900+0x60',
    },
  },
  QueueNotReadable: {
    fires: {
      'render_platform_queue_sampled{queue="render"}': '0+0x60',
      'render_platform_queue_sampled{queue="track"}': '1+0x60',
    },
    silent: { 'render_platform_queue_sampled{queue="render"}': '1+0x60' },
  },
  RequestsFailing: {
    fires: {
      'render_platform_http_request_duration_seconds_count{status="200"}': '0+90x60',
      'render_platform_http_request_duration_seconds_count{status="503"}': '0+10x60',
    },
    silent: {
      'render_platform_http_request_duration_seconds_count{status="200"}': '0+90x60',
      'render_platform_http_request_duration_seconds_count{status="502"}': '0+2x60',
      'render_platform_http_request_duration_seconds_count{status="400"}': '0+40x60',
    },
  },
  QueueFull: {
    fires: { 'render_platform_requests_limited_total{limit="queue"}': '0+1x60' },
    silent: {
      'render_platform_requests_limited_total{limit="queue"}': '7+0x60',
      'render_platform_requests_limited_total{limit="rate"}': '0+30x60',
    },
  },
  StoreClosedByCap: {
    fires: { 'render_platform_requests_limited_total{limit="store-cap"}': '0+1x60' },
    silent: {
      'render_platform_requests_limited_total{limit="store-cap"}': '7+0x60',
      'render_platform_requests_limited_total{limit="cap"}': '0+30x60',
    },
  },
  ProviderFailing: {
    fires: {
      'render_platform_provider_attempt_seconds_count{provider="fal",outcome="ok"}': '0+60x60',
      'render_platform_provider_attempt_seconds_count{provider="fal",outcome="failed"}': '0+40x60',
      'render_platform_provider_attempt_seconds_count{provider="cog",outcome="ok"}': '0+1000x60',
    },
    silent: {
      'render_platform_provider_attempt_seconds_count{provider="fal",outcome="ok"}': '0+80x60',
      'render_platform_provider_attempt_seconds_count{provider="fal",outcome="unavailable"}': '0+20x60',
      'render_platform_provider_attempt_seconds_count{provider="fal",outcome="aborted"}': '0+80x60',
    },
  },
  UnchargedStarts: {
    fires: {
      'render_platform_uncharged_starts_total{}': '0+3x60',
      'render_platform_credits_total{outcome="release"}': '0+3x60',
      'render_platform_credits_total{outcome="capture"}': '0+7x60',
    },
    silent: {
      'render_platform_uncharged_starts_total{}': '0+1x60',
      'render_platform_credits_total{outcome="release"}': '0+3x60',
      'render_platform_credits_total{outcome="capture"}': '0+97x60',
    },
  },
  WorkLost: {
    fires: { 'render_platform_sweeper_swept_total{duty="recover-leases",kind="repair"}': '0+1x60' },
    silent: {
      'render_platform_sweeper_swept_total{duty="recover-leases",kind="repair"}': '3+0x60',
      'render_platform_sweeper_swept_total{duty="send-webhooks",kind="routine"}': '0+500x60',
    },
  },
  JobsFailing: {
    fires: { 'render_platform_jobs_failed_total{job_name="order"}': '0+1x60' },
    silent: { 'render_platform_jobs_failed_total{job_name="order"}': '2+0x60' },
  },
  WebhooksFailing: {
    fires: {
      'render_platform_webhook_deliveries_total{outcome="delivered"}': '0+2x60',
      'render_platform_webhook_deliveries_total{outcome="retrying"}': '0+3x60',
    },
    silent: {
      'render_platform_webhook_deliveries_total{outcome="delivered"}': '0+8x60',
      'render_platform_webhook_deliveries_total{outcome="failed"}': '0+2x60',
    },
  },
  ClockSkew: {
    fires: { 'render_platform_clock_offset_seconds{service="worker",instance="a:1"}': '-30+0x60' },
    silent: { 'render_platform_clock_offset_seconds{service="worker",instance="a:1"}': '0.2+0x60' },
  },
  EventLoopSlow: {
    fires: { 'nodejs_eventloop_lag_p99_seconds{service="worker",instance="a:1"}': '0.3+0x60' },
    silent: { 'nodejs_eventloop_lag_p99_seconds{service="worker",instance="a:1"}': '0.02+0x60' },
  },
};

/** Metric → labels, as the processes export them; a histogram is exported under three names. */
function exported(): Map<string, string[]> {
  const registry = createRegistry('api');
  httpMetrics(registry);
  registerQueueMetrics(registry, []);
  countOutcomes(registry).close();
  createRenderMetrics(registry);
  sweepCounter(registry);
  registerClockMetrics(registry, { offsetMs: () => 0 });
  const found = new Map<string, string[]>();
  for (const metric of registry.getMetricsAsArray()) {
    const { name, labelNames = [] } = metric as unknown as { name: string; labelNames?: string[] };
    for (const suffix of ['', '_count', '_sum', '_bucket']) found.set(name + suffix, labelNames);
  }
  return found;
}

/** Labels that Prometheus, the registry or a histogram adds. */
const added = ['service', 'instance', 'le'];

/** The metrics of an expression that no process exports, and matchers of labels that they do not have. */
function unknownIn(expr: string, known: Map<string, string[]>): string[] {
  return [...expr.matchAll(/\b((?:render_platform|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].flatMap(
    ([, name = '', matchers = '']) => {
      const labels = known.get(name);
      if (!labels) return [name];
      return [...matchers.matchAll(/(\w+)(?==|!)/g)]
        .map(([label]) => label)
        .filter((label) => !labels.includes(label) && !added.includes(label))
        .map((label) => `${name}{${label}}`);
    },
  );
}

function readSeries(series: Record<string, string>): LinearSeries[] {
  return Object.entries(series).map(([selector, values]) => {
    const [, name = '', labels = ''] = /^(\w+)\{(.*)\}$/.exec(selector)!;
    const [, start, step, last] = /^(-?[\d.]+)\+([\d.]+)x(\d+)$/.exec(values)!;
    return {
      name,
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
      ),
      start: Number(start),
      step: Number(step),
      last: Number(last),
    };
  });
}

/** Whether the expression holds without a break for the rule's time within the hour. */
function firesIn({ expr, forMinutes }: Rule, series: Record<string, string>): boolean {
  const evaluate = parsePromql(expr);
  const read = readSeries(series);
  let held = 0;
  for (let minute = 0; minute <= 60 && held <= forMinutes; minute++) {
    held = evaluate(read, minute).length > 0 ? held + 1 : 0;
  }
  return held > forMinutes;
}

describe('the alert rules for Prometheus', () => {
  it('use only metrics and labels that the processes export', () => {
    const known = exported();
    expect(rules.flatMap(({ expr }) => unknownIn(expr, known))).to.deep.equal([]);
    expect(unknownIn('sum(rate(render_platform_lost_total{a="b"}[5m]))', known)).to.have.length(1);
    expect(unknownIn('render_platform_renders_total{country="de"}', known)).to.have.length(1);
  });

  it('have a case each', () => {
    expect(Object.keys(cases)).to.have.members(rules.map(({ alert }) => alert));
  });

  for (const rule of rules) {
    it(`raise ${rule.alert} in a bad hour, not in a good one`, () => {
      const { fires, silent } = cases[rule.alert]!;
      expect(firesIn(rule, fires), 'fires').to.equal(true);
      expect(firesIn(rule, silent), 'silent').to.equal(false);
    });
  }

  it('fire and stay silent in the same cases with Prometheus itself', function () {
    if (spawnSync('promtool', ['--version']).error) {
      console.log('      skipped: promtool is not installed (Debian package prometheus)');
      this.skip();
    }
    const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
    const test = (alertname: string, series: Record<string, string>, count: number) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alertname}",alertstate="firing"}) or vector(0)`,
          eval_time: '55m',
          exp_samples: [{ labels: '{}', value: count }],
        },
      ],
    });
    const tests = Object.entries(cases).flatMap(([alert, { fires, silent }]) => [
      test(alert, fires, 1),
      test(alert, silent, 0),
    ]);
    const file = join(folder, 'tests.yml');
    // JSON is YAML.
    writeFileSync(
      file,
      JSON.stringify({ rule_files: [resolve(rulesFile)], evaluation_interval: '1m', tests }),
    );
    try {
      execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the Grafana dashboard', () => {
  it('shows only metrics and labels that the processes export', () => {
    const known = exported();
    const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(expressions).to.have.length.above(20);
    expect(expressions.flatMap((expr) => unknownIn(expr, known))).to.deep.equal([]);
  });
});

describe('the monitoring of docs/deploy.md', () => {
  const page = readFileSync('docs/deploy.md', 'utf8');

  it('explains every alert', () => {
    const missing = rules.map(({ alert }) => alert).filter((alert) => !page.includes(`| \`${alert}\` |`));
    expect(missing).to.deep.equal([]);
  });

  it('names only metrics and labels that the processes export', () => {
    expect(unknownIn(page, exported())).to.deep.equal([]);
  });
});
