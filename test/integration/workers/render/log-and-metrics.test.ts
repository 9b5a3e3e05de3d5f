import { expect } from 'chai';
import { pino } from 'pino';
import {
  call,
  eventually,
  hold,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

interface LogLine {
  level: number;
  msg: string;
  err?: { stack?: string };
  [field: string]: unknown;
}

const info = 30;

describe('log lines and metrics of a render', () => {
  const lines: LogLine[] = [];
  let platform: TestPlatform;
  let account: Awaited<ReturnType<TestPlatform['account']>>;

  before(async () => {
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    platform = await startPlatform({ log, env: { TRACE_CONTEXT: 'true' } });
    account = await platform.account({ credits: 10 });
  });
  after(() => platform.close());
  beforeEach(() => {
    lines.length = 0;
  });

  const named = (msg: string) => lines.filter((line) => line.msg === msg);
  const submit = async (headers: Record<string, string> = {}) =>
    visualize(platform, account.key, await visualizeBody(), headers);
  /** Stacks, and everything above `info`. */
  const loud = () => lines.filter(({ level, err }) => level > info || err !== undefined);
  /** `/metrics` is sampled once a second: waits until the series has the value. */
  const reaches = (series: string, value: number) => eventually(async () => (await metric(series)) === value);
  const metric = async (series: string): Promise<number> => {
    const text = await (await fetch(`${platform.url}/metrics`)).text();
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1) ?? 0);
  };

  it('name the account and the render in the line of the API, and say in one line of the worker how it was made', async () => {
    const response = await submit();
    const subject = { account: account.id, renderId: response.headers.get('x-render-id') };
    await eventually(() => named('request').length > 0 && named('render succeeded').length > 0);
    expect(named('request')[0]).to.include({ ...subject, path: '/visualize', status: 200 });
    const made = named('render succeeded');
    expect(made).to.have.length(1);
    expect(made[0]).to.include({ ...subject, provider: 'cog', mode: 'live', level: info });
    expect(made[0]!.timings).to.include.keys('queue', 'provider', 'encode');
    expect(loud()).to.deep.equal([]);
  });

  it('continue the trace of a request from the API through the queue to the model, if it is one', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    for (const header of [traceparent, '00-not-a-trace-01']) await submit({ traceparent: header });
    const ends = () => [...named('request'), ...named('render succeeded')];
    await eventually(() => ends().length === 4);
    const ids = new Set(lines.filter((line) => line.traceId === traceId).map(({ renderId }) => renderId));
    expect(ends().filter((line) => line.traceId === traceId)).to.have.length(2);
    expect(ids.size).to.equal(1);
    expect(ends().filter((line) => 'traceId' in line)).to.have.length(2);
    const sent = platform.cog.predictions.slice(-2).map(({ headers }) => headers.traceparent);
    expect(sent).to.deep.equal([traceparent, undefined]);
  });

  it('are one info line of the worker, without a stack, when a running render is cancelled', async () => {
    const cancelledJobs = 'render_platform_renders_total{state="cancelled",provider="none",service="api"}';
    const before = await metric(cancelledJobs);
    const go = hold(platform.cog);
    const response = await submit({ prefer: 'respond-async' });
    const id = response.headers.get('x-render-id')!;
    await eventually(async () => {
      const { body } = await call(platform, 'GET', `/visualize/${id}`, account.key);
      return body.state === 'running';
    });
    await call(platform, 'DELETE', `/visualize/${id}`, account.key);
    await eventually(() => named('render cancelled').length > 0);
    go();
    expect(named('render cancelled')).to.have.length(1);
    expect(named('render cancelled')[0]).to.include({ level: info, account: account.id, renderId: id });
    expect(loud()).to.deep.equal([]);
    await reaches(cancelledJobs, before + 1);
  });

  it('warn without a stack when the providers fail', async () => {
    platform.cog.mode = 'failed';
    const response = await submit();
    platform.cog.mode = 'ok';
    expect(response.status).to.equal(502);
    await eventually(() => named('request').length > 0);
    expect(named('request')[0]).to.include({ status: 502, renderId: response.headers.get('x-render-id') });
    expect(loud().map(({ msg }) => msg)).to.have.members([
      'cog prediction failed',
      'provider attempt failed',
      'render failed',
      'request failed',
    ]);
    expect(lines.filter(({ err }) => err !== undefined)).to.deep.equal([]);
    expect(named('render failed')[0]).to.deep.include({ code: 'MODEL_ERROR', attempts: ['cog: failed'] });
    await reaches('render_platform_renders_total{state="failed",provider="none",service="api"}', 1);
  });

  it('count renders, credits and the build', async () => {
    // API and worker share this process, so the API's metrics count for both.
    await reaches('render_platform_renders_total{state="succeeded",provider="cog",service="api"}', 3);
    await reaches('render_platform_credits_total{outcome="capture",service="api"}', 3);
    await reaches('render_platform_credits_total{outcome="release",service="api"}', 2);
    const text = await (await fetch(`${platform.url}/metrics`)).text();
    expect(text).to.match(
      /^render_platform_build_info\{version="\d+\.\d+\.\d+",node="v\d+[^"]*",service="api"\} 1$/m,
    );
  });
});
