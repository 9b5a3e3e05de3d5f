import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { ingest } from '../../../../api/events/ingest.ts';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';
import { findEvent } from '../../../../shared/events/event-map.ts';
import type { FailpointName } from '../../../../shared/failpoints.ts';
import type { StoreDoc } from '../../../../shared/stores/store-model.ts';
import { freshDatabase, redisUrl } from '../../../support/backends.ts';
import { type EventBackends, makeStore, openEventBackends } from '../../../support/events-app.ts';
import { startTrackEndpoint, type TrackEndpoint } from '../../../support/track-endpoint.ts';

const events = 20;

describe('a worker that is killed while it forwards', () => {
  let stores: EventBackends;
  let store: StoreDoc;
  let endpoint: TrackEndpoint;
  let dataDir: string;
  let uri: string;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    uri = await freshDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
    [stores, endpoint] = await Promise.all([openEventBackends(undefined, uri), startTrackEndpoint()]);
    store = await makeStore(stores, 'acme', { state: 'Connected', endpoint: endpoint.url });
  });
  afterEach(async () => {
    const gone = children.splice(0).filter((child) => child.exitCode === null && child.signalCode === null);
    for (const child of gone) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    endpoint.close();
    await stores.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function startWorker(failpoint = ''): Promise<ChildProcess> {
    const child = fork('workers/main.ts', [], {
      execArgv: typeScriptArguments,
      stdio: 'ignore',
      env: {
        ...process.env,
        NODE_ENV: 'test',
        FAILPOINT: failpoint,
        REDIS_URL: await redisUrl(),
        MONGODB_URI: uri,
        QUEUE_PREFIX: stores.prefix,
        DATA_DIR: dataDir,
        OUTBOUND_ALLOW: endpoint.allow,
        SWEEP_SECONDS: '0.2',
        LEASE_SECONDS: '0.5',
      },
    });
    children.push(child);
    await once(child, 'message');
    return child;
  }

  async function accept(): Promise<void> {
    const incoming = Array.from({ length: events }, (_, index) => ({
      store: 'acme',
      rule: findEvent('Session Started')!,
      eventId: `e-${index}`,
      anonymousId: 'v',
      sessionId: null,
      properties: {},
      webdriver: false,
    }));
    const arrival = { receivedAt: Date.now(), userAgent: undefined, isBot: () => false };
    await ingest({ ...stores, retentionDays: 1, onEnqueueFailed: () => undefined }, store, incoming, arrival);
  }

  const delivered = () => stores.database.events.countDocuments({ 'forward.state': 'delivered' });

  for (const failpoint of [
    'track.before-send',
    'track.after-send',
    'track.after-decision',
  ] as FailpointName[]) {
    it(`at ${failpoint} loses no event`, async () => {
      const doomed = await startWorker(`${failpoint}:3`);
      const died = once(doomed, 'exit');
      await accept();
      const [, signal] = await died;
      expect(signal).to.equal('SIGKILL');
      await startWorker();
      for (let waited = 0; waited < 60_000 && (await delivered()) < events; waited += 100) await delay(100);
      expect(await delivered()).to.equal(events);
      const ids = new Set(endpoint.calls.map(({ headers }) => headers['idempotency-key']));
      expect(ids.size).to.equal(events);
    });
  }
});
