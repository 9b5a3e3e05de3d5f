import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';
import { seed } from '../../../support/seed.ts';

const run = promisify(execFile);
/** The version whose options and findings are known. */
const version = '4.32.5';
const folder = resolve('.cache', `schemathesis-${version}`);
const program = join(folder, 'bin', 'st');

/** Cases of each operation, a hundredth of those of `npm run fuzz`; without it the test is skipped. */
const runs = Number(process.env.FUZZ_RUNS ?? 0);

/** No limit is reached. */
const env = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_CONCURRENT: '10000',
  READS_PER_KEY: '1000000',
  READS_PER_ADDRESS: '1000000',
  QUEUE_MAX_WAITING: '100000',
};

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
  'ignored_auth',
  'missing_required_header',
];

/** They end the key that the others need, stay open as long as a render, or say with a 503 that no worker runs. */
const excluded = ['revokeKey', 'rollKey', 'followRender', 'getReadiness'];

/** Returns why schemathesis cannot be had; undefined when it is there. */
async function install(): Promise<string | undefined> {
  if (existsSync(program)) return undefined;
  try {
    await run('python3', ['-m', 'venv', folder]);
    await run(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${version}`]);
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n').slice(0, 3).join(' ');
  }
}

describe('the API, by schemathesis', () => {
  let platform: TestPlatform | undefined;
  after(() => platform?.close());

  it(`responds as the OpenAPI document says (seed ${seed})`, async function () {
    this.timeout(1_800_000);
    const problem = runs === 0 ? 'npm run fuzz runs it' : await install();
    if (problem) {
      console.log(`      skipped: ${problem}`);
      return this.skip();
    }
    platform = await startPlatform({ workers: 0, env });
    const { key } = await platform.account({ credits: 1000 });
    const tags = ['Renders', 'Credits', 'Account', 'Requests', 'Stores', 'Service'];
    const options = [
      ...['run', `${platform.url}/openapi.json`, '--url', platform.url, '--no-color'],
      // Without a worker, a render would be waited for.
      ...['-H', `Authorization: Bearer ${key}`, '-H', 'Prefer: respond-async'],
      ...['--checks', checks.join(',')],
      ...['--max-examples', String(Math.max(5, Math.ceil(runs / 100))), '--seed', String(seed)],
      ...['--phases', 'examples,coverage,fuzzing', '--continue-on-failure', '--warnings', 'off'],
      ...tags.flatMap((tag) => ['--include-tag', tag]),
      ...excluded.flatMap((id) => ['--exclude-operation-id', id]),
    ];
    // It keeps what it has found in the folder where it runs.
    const report = await run(program, options, { cwd: folder, maxBuffer: 100_000_000 }).then(
      () => '',
      ({ stdout, stderr, message }) => `${stdout || message}\n${stderr ?? ''}`,
    );
    expect(report.slice(-20_000)).to.equal('');
  });
});
