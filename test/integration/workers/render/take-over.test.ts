import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { typeScriptArguments } from '../../../../scripts/typescript/arguments.ts';
import type { Config } from '../../../../shared/config/variables.ts';
import { acceptNewSettings } from '../../../../shared/installation/installation.ts';
import type { RenderDoc } from '../../../../shared/renders/render-model.ts';
import { getEnvironment } from '../../../support/get-environment.ts';
import {
  call,
  dataUrl,
  eventually,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';
import { adapters } from '../../../support/providers/adapters.ts';
import type { FakeVendor } from '../../../support/providers/fake-vendor.ts';
import { scenePicture } from '../../../support/providers/pictures.ts';

/** The settings of each vendor that has predictions. */
const settings: Record<string, (vendor: FakeVendor) => Record<string, string>> = {
  fal: ({ url }) => ({ FAL_KEY: 'key', FAL_MODEL: 'fal-ai/test-model/edit', FAL_URL: url }),
  replicate: ({ url }) => ({
    REPLICATE_API_TOKEN: 'key',
    REPLICATE_MODEL: 'acme/test-model',
    REPLICATE_URL: `${url}/v1`,
  }),
  comfyui: ({ url }) => ({ COMFYUI_URL: url }),
};
const polls = /^GET .*(\/status|\/predictions\/[\w-]+|\/history\/[\w-]+)$/;

for (const [name, getSettings] of Object.entries(settings)) {
  describe(`a prediction at ${name} whose worker is lost`, () => {
    let vendor: FakeVendor;
    let platform: TestPlatform;
    let account: TestAccount;
    const children: ChildProcess[] = [];

    before(async () => {
      vendor = await adapters[name]!.start();
      platform = await startPlatform({
        workers: 0,
        allow: [vendor.hostPort],
        env: {
          RENDER_PROVIDERS: `${name},local`,
          LEASE_SECONDS: '1',
          RENDER_ATTEMPTS: '10',
          ...getSettings(vendor),
        },
      });
    });
    after(async () => {
      await platform.close();
      await vendor.close();
    });
    beforeEach(async () => {
      vendor.reset();
      vendor.behaviour = 'hang';
      account = await platform.account({ credits: 5 });
    });
    afterEach(async () => {
      const running = children.splice(0).filter((child) => child.exitCode === null && !child.signalCode);
      await Promise.all(running.map(kill));
    });

    /** For a worker that has to keep its render though it be slow; that of the others is soon lost. */
    const longLease = { LEASE_SECONDS: '30' };
    /** A worker process. */
    async function startWorker(change: Partial<Record<keyof Config, string>> = {}): Promise<ChildProcess> {
      const child = spawn(process.execPath, [...typeScriptArguments, 'workers/main.ts'], {
        env: { ...getEnvironment(platform.config), LOG_LEVEL: 'silent', ...change },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      children.push(child);
      await once(child, 'message');
      return child;
    }

    /** A render whose prediction the vendor has and is polled for. */
    async function renderUnderWay(): Promise<string> {
      const scene = await scenePicture({ width: 600, height: 361 });
      const body = await visualizeBody({ sceneImage: dataUrl(scene.bytes) });
      const answer = await visualize(platform, account.key, body, { prefer: 'respond-async' });
      await asked();
      return answer.headers.get('x-render-id')!;
    }
    const asked = async () => {
      const before = vendor.seen.requests.length;
      await eventually(() => vendor.seen.requests.slice(before).some((line) => polls.test(line)));
    };
    async function kill(child: ChildProcess): Promise<void> {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const getRender = async (id: string) => (await platform.database.renders.findById(id).lean<RenderDoc>())!;
    const ended = (id: string, state: RenderDoc['state'] = 'succeeded') =>
      eventually(async () => (await getRender(id)).state === state);

    it('is resumed after a kill -9: one submission, one credit', async () => {
      const first = await startWorker();
      const id = await renderUnderWay();
      await kill(first);
      await startWorker(longLease);
      await asked();
      vendor.behaviour = 'ok';
      await ended(id);
      const { result, fence } = await getRender(id);
      expect(result!.provider).to.equal(name);
      expect(fence).to.be.at.least(2);
      expect(vendor.seen.predictions).to.have.length(1);
      expect([vendor.seen.cancelled, vendor.seen.problems]).to.deep.equal([0, []]);
      expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
      expect(await platform.credits(account.id)).to.include({ available: 4, held: 0, spent: 1 });
    });

    if (name !== 'fal') return;

    it('is resumed after a stop, which does not cancel it', async () => {
      const first = await startWorker({ SHUTDOWN_SECONDS: '3.2', ...longLease });
      const id = await renderUnderWay();
      first.kill('SIGTERM');
      await once(first, 'exit');
      expect((await getRender(id)).state).to.equal('queued');
      vendor.behaviour = 'ok';
      await startWorker(longLease);
      await ended(id);
      expect([vendor.seen.predictions.length, vendor.seen.cancelled]).to.deep.equal([1, 0]);
      expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
      expect(await platform.credits(account.id)).to.include({ available: 4, spent: 1 });
    });

    it('is not cancelled by a worker that wakes up after another resumed it', async () => {
      const first = await startWorker();
      const id = await renderUnderWay();
      first.kill('SIGSTOP');
      const { pid } = await startWorker(longLease);
      await eventually(async () => (await getRender(id)).lease?.worker.includes(`-${pid}-`) ?? false);
      first.kill('SIGCONT');
      // It breaks off as soon as it polls at its lease: a third of a second.
      await setTimeout(1_500);
      vendor.behaviour = 'ok';
      await ended(id);
      expect([vendor.seen.predictions.length, vendor.seen.cancelled]).to.deep.equal([1, 0]);
      expect((await getRender(id)).result!.provider).to.equal(name);
      expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
      expect(await platform.credits(account.id)).to.include({ available: 4, held: 0, spent: 1 });
    });

    it('is cancelled at the vendor when the caller cancels the render in its next worker', async () => {
      const first = await startWorker();
      const id = await renderUnderWay();
      await kill(first);
      await startWorker(longLease);
      await asked();
      await call(platform, 'DELETE', `/visualize/${id}`, account.key);
      await eventually(() => vendor.seen.cancelled === 1);
      expect(vendor.seen.predictions).to.have.length(1);
      expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
      expect(await platform.credits(account.id)).to.include({ available: 5, held: 0, spent: 0 });
    });

    it('is submitted again when the vendor no longer knows it', async () => {
      const first = await startWorker();
      const id = await renderUnderWay();
      await kill(first);
      vendor.reset();
      await startWorker(longLease);
      await ended(id);
      expect((await getRender(id)).result!.provider).to.equal(name);
      expect(vendor.seen.predictions).to.have.length(1);
    });

    it('is a failed try when it failed meanwhile: the next provider is tried', async () => {
      const first = await startWorker();
      const id = await renderUnderWay();
      await kill(first);
      vendor.behaviour = 'prediction:runner-lost';
      await startWorker(longLease);
      await ended(id);
      const { result, report } = await getRender(id);
      expect(result!.provider).to.equal('local');
      const tries = report!.attempts as { provider: string; failure?: string }[];
      expect(tries.map(({ provider, failure }) => [provider, failure])).to.deep.equal([
        [name, 'unavailable'],
        ['local', undefined],
      ]);
      expect(vendor.seen.predictions).to.have.length(1);
    });

    it('starts the chain again when a deploy removed its provider', async () => {
      const first = await startWorker();
      const id = await renderUnderWay();
      await kill(first);
      await acceptNewSettings(platform.database.installations);
      await startWorker({ RENDER_PROVIDERS: 'local', ...longLease });
      await ended(id);
      expect((await getRender(id)).result!.provider).to.equal('local');
    });
  });
}
