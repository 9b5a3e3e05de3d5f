import { expect } from 'chai';
import { pino } from 'pino';
import { readWorkers } from '../../../shared/jobs/fleet.ts';
import { signInOperator, type Visitor } from '../../support/people.ts';
import {
  eventually,
  hold,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../support/platform.ts';

describe('a worker that an operator drains', () => {
  let platform: TestPlatform;
  let operator: Visitor;
  const lines: { msg: string }[] = [];

  before(async () => {
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    platform = await startPlatform({ log });
    operator = await signInOperator(platform);
  });
  after(() => platform.close());

  it('ends the render that it has, takes no other, and takes them again when it is resumed', async () => {
    const { key } = await platform.account();
    const { redis, config, cog } = platform;
    const [worker] = await readWorkers(redis as never, { prefix: config.QUEUE_PREFIX });
    const path = `/ops/workers/${encodeURIComponent(worker!.id)}`;
    const start = async () =>
      String((await visualize(platform, key, await visualizeBody(), { prefer: 'respond-async' })).body.id);
    const read = async (id: string) => (await platform.database.renders.findById(id).lean())!.state;

    const release = hold(cog);
    const first = await start();
    await eventually(async () => (await read(first)) === 'running');
    expect((await operator.submit(`${path}/drain`, {}, '/ops')).location).to.equal(
      '/ops?done=worker-drained#workers',
    );
    // The order reaches the worker with its next announcement.
    await eventually(() => lines.some(({ msg }) => msg.startsWith('takes no more renders')));
    release();
    await eventually(async () => (await read(first)) === 'succeeded');
    const second = await start();
    expect(await read(second)).to.equal('queued');
    expect((await operator.get('/ops')).text).to.include('No worker takes renders');

    await operator.submit(`${path}/resume`, {}, '/ops');
    await eventually(async () => (await read(second)) === 'succeeded');
    const actions = await platform.database.audit.distinct('action', { 'subject.kind': 'worker' });
    expect(actions.sort()).to.deep.equal(['worker.drain', 'worker.resume']);
    expect((await operator.submit('/ops/workers/none/drain', {}, '/ops')).status).to.equal(404);
  });
});
