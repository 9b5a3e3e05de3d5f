import { expect } from 'chai';
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { holdCredit, settleHold } from '../../../../shared/credits/credits.ts';
import { newId } from '../../../../shared/ids.ts';
import { verifyInvariants } from '../../../../shared/invariants/verify.ts';
import { producerConnection } from '../../../../shared/jobs/connections.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { endRender, settleRender } from '../../../../shared/renders/end-render.ts';
import { renderFailures } from '../../../../shared/renders/failures.ts';
import type { RenderDoc } from '../../../../shared/renders/render-model.ts';
import { createRenderQueues, type RenderQueues } from '../../../../shared/renders/render-queues.ts';
import { readRoutes } from '../../../../shared/renders/render-route.ts';
import { type EndingName, isTerminal, type RenderState } from '../../../../shared/renders/states.ts';
import { transition } from '../../../../shared/renders/transition.ts';
import { claimRender } from '../../../../workers/render/lease.ts';
import type { SweepDependencies } from '../../../../workers/sweeper/sweep-dependencies.ts';
import { sweepOnce } from '../../../../workers/sweeper/sweeper.ts';
import { patientMs } from '../../../support/backends.ts';
import { startPlatform, type TestPlatform } from '../../../support/platform.ts';

/** What a client, a worker or a fault does to one of the renders; `crash` ends a step before its settlement. */
const steps = [
  'insert',
  'hold',
  'accept',
  'claim',
  'succeed',
  'succeed-crash',
  'stale-succeed',
  'fail',
  'fail-crash',
  'cancel',
  'cancel-crash',
  'leave',
  'give-back',
  'hand-over',
  'lose-lease',
  'pass-deadline',
  'settle-again',
  'sweep',
] as const;
type StepName = (typeof steps)[number];
interface Step {
  name: StepName;
  on: number;
}

const credits = 2;
const renders = 3;
const attempts = 3;

/** What the model knows of one render. */
interface ModelRender {
  id: string;
  state: RenderState | 'none';
  held: boolean;
  fence: number;
  handOvers: number;
  leaseLost: boolean;
  overdue: boolean;
  settled: boolean;
}

describe('a render, against a model with one thread', () => {
  let platform: TestPlatform;
  let connection: Redis;
  let queues: RenderQueues;
  let sweeping: SweepDependencies;

  before(async () => {
    platform = await startPlatform({ workers: 0, env: { RENDER_ATTEMPTS: String(attempts) } });
    const { config, database, blobs } = platform;
    const log = silentLogger();
    connection = producerConnection({ url: config.REDIS_URL, name: 'model', log, commandMs: patientMs });
    queues = createRenderQueues(readRoutes(config), { connection, prefix: config.QUEUE_PREFIX, log });
    sweeping = { clock: Date, database, blobs, queues, log, config };
  });
  after(async () => {
    await Promise.all(queues.all.map((queue) => queue.close()));
    await connection.quit();
    await platform.close();
  });

  const longAgo = () => new Date(Date.now() - 120_000);

  class Run {
    readonly books: ModelRender[] = Array.from({ length: renders }, () => ({
      id: newId('rnd'),
      state: 'none',
      held: false,
      fence: 0,
      handOvers: 0,
      leaseLost: false,
      overdue: false,
      settled: false,
    }));
    available = credits;
    spent = 0;
    account = '';

    async start(): Promise<void> {
      this.account = (await platform.account({ credits })).id;
    }

    holdOf = (book: ModelRender) => `hold_${book.id}`;

    /** Each step is taken on the platform and, under the guard of the table, in the model. */
    async take({ name, on }: Step): Promise<void> {
      const book = this.books[on]!;
      if (name === 'sweep') return this.sweep();
      await this.real(name, book);
      this.book(name, book);
    }

    private async real(name: StepName, book: ModelRender): Promise<unknown> {
      const { database, config, blobs } = platform;
      const { id } = book;
      const guard = { fence: book.fence };
      const end = (ending: EndingName, change = {}) => endRender(database, config, id, ending, change);
      const crash = (ending: EndingName, change: { guard?: object; set?: object }) =>
        transition(database.renders, id, ending as 'fail', { ...change, unset: { lease: 1 } });
      const ended = { endedAt: new Date() };
      const result = async (fence: number) => {
        const blob = `renders/${id}/out/${fence}`;
        await blobs.put(blob, Buffer.from('png'), 'image/png');
        return { blob, mime: 'image/png', width: 9, height: 9, bytes: 3, provider: 'test' } as const;
      };
      switch (name) {
        case 'insert':
          return book.state === 'none' && database.renders.create(this.draft(id));
        case 'hold':
          // A hold id is used once (holdCredit's contract).
          if (book.state === 'none' || book.held || book.settled) return;
          return holdCredit(database, {
            account: this.account,
            holdId: this.holdOf(book),
            renderId: id,
            at: longAgo(),
          });
        case 'accept':
          // An API without a hold does not accept.
          if (!book.held) return;
          return transition(database.renders, id, 'accept', {
            set: { queuedAt: longAgo(), holdId: this.holdOf(book) },
          });
        case 'claim':
          return claimRender(database.renders, id, { worker: 'w', leaseMs: 60_000, clock: Date });
        case 'succeed':
          return book.fence > 0 && end('succeed', { guard, result: await result(book.fence) });
        case 'succeed-crash':
          return (
            book.fence > 0 && crash('succeed', { guard, set: { ...ended, result: await result(book.fence) } })
          );
        case 'stale-succeed':
          return (
            book.fence > 1 &&
            end('succeed', { guard: { fence: book.fence - 1 }, result: await result(book.fence - 1) })
          );
        case 'fail':
          return book.fence > 0 && end('fail', { guard, failure: renderFailures.unexpected });
        case 'fail-crash':
          return book.fence > 0 && crash('fail', { guard, set: ended });
        case 'cancel':
          return end('cancel');
        case 'cancel-crash':
          return crash('cancel', { set: ended });
        case 'leave':
          return end('abandonQueued');
        case 'give-back':
          return transition(database.renders, id, 'giveBack', {
            guard,
            set: { queuedAt: longAgo() },
            unset: { lease: 1 },
            inc: { enqueueCount: 1 },
          });
        case 'hand-over': {
          const chain = { next: 'b', attempts: [], retryAfters: [], handOvers: book.handOvers + 1 };
          return transition(database.renders, id, 'handOver', {
            guard,
            set: { queuedAt: longAgo(), chain },
            unset: { lease: 1 },
            inc: { enqueueCount: 1 },
          });
        }
        case 'lose-lease':
          return database.renders.updateOne(
            { _id: id, state: 'running' },
            { $set: { 'lease.until': longAgo() } },
          );
        case 'pass-deadline':
          return database.renders.updateOne({ _id: id }, { $set: { deadlineAt: longAgo() } });
        case 'settle-again': {
          const render = await database.renders.findById(id).lean<RenderDoc>();
          if (!render || !isTerminal(render.state)) return;
          await settleRender(database, render);
          return settleHold(database, {
            account: this.account,
            holdId: this.holdOf(book),
            renderId: id,
            outcome: render.state === 'succeeded' ? 'capture' : 'release',
            at: new Date(),
          }).then(() => undefined);
        }
        case 'sweep':
          return;
      }
    }

    private book(name: StepName, book: ModelRender): void {
      const open = book.state === 'queued' || book.state === 'running';
      const settle = () => {
        if (!book.held || book.settled) return;
        book.settled = true;
        book.held = false;
        if (book.state === 'succeeded') this.spent += 1;
        else this.available += 1;
      };
      const become = (state: RenderState, settled: boolean) => {
        book.state = state;
        if (settled) settle();
      };
      if (name === 'insert' && book.state === 'none') book.state = 'new';
      if (name === 'hold' && book.state !== 'none' && !book.held && !book.settled && this.available > 0) {
        this.available -= 1;
        book.held = true;
      }
      if (name === 'accept' && book.state === 'new' && book.held) book.state = 'queued';
      if (name === 'claim' && book.state === 'queued' && !book.overdue) {
        Object.assign(book, { state: 'running', fence: book.fence + 1, leaseLost: false });
      } else if (name === 'succeed' && book.state === 'running') become('succeeded', true);
      else if (name === 'succeed-crash' && book.state === 'running') become('succeeded', false);
      else if (name === 'fail' && book.state === 'running') become('failed', true);
      else if (name === 'fail-crash' && book.state === 'running') become('failed', false);
      // A render does not know its hold before it is accepted: the sweeper finds that one.
      else if (name === 'cancel' && (open || book.state === 'new')) become('cancelled', open);
      else if (name === 'cancel-crash' && (open || book.state === 'new')) become('cancelled', false);
      else if (name === 'leave' && book.state === 'queued') become('cancelled', true);
      else if (name === 'give-back' && book.state === 'running') book.state = 'queued';
      else if (name === 'hand-over' && book.state === 'running') {
        Object.assign(book, { state: 'queued', handOvers: book.handOvers + 1 });
      }
      if (name === 'lose-lease' && book.state === 'running') book.leaseLost = true;
      if (name === 'pass-deadline' && book.state !== 'none') book.overdue = true;
      if (name === 'settle-again' && isEnded(book)) settle();
    }

    /** The sweeper as the table has it: deadlines, leases, abandoned `new` ones, holds. */
    async sweep(): Promise<void> {
      await sweepOnce(sweeping);
      for (const book of this.books) {
        if ((book.state === 'queued' || book.state === 'running') && book.overdue) book.state = 'expired';
        if (book.state === 'running' && book.leaseLost)
          book.state = book.fence - book.handOvers < attempts ? 'queued' : 'failed';
        if (isEnded(book)) this.book('settle-again', book);
      }
      // Last in a pass, hence settled in the next one.
      for (const book of this.books) if (book.state === 'new') book.state = 'failed';
    }

    async compare(after: Step): Promise<void> {
      const docs = await platform.database.renders.find({ account: this.account }).lean<RenderDoc[]>();
      const states = this.books.map((book) => docs.find((doc) => doc._id === book.id)?.state ?? 'none');
      const message = `after ${after.name} on ${after.on}`;
      expect(states, message).to.deep.equal(this.books.map((book) => book.state));
      const held = this.books.filter((book) => book.held).length;
      const account = await platform.credits(this.account);
      expect(account, message).to.include({ available: this.available, held, spent: this.spent });
    }

    private draft(_id: string): RenderDoc {
      const image = {
        blob: `renders/${_id}/in/a`,
        mime: 'image/jpeg',
        width: 9,
        height: 9,
        bytes: 3,
      } as const;
      return {
        _id,
        account: this.account,
        keyId: 'key',
        mode: 'live',
        state: 'new',
        scene: image,
        products: [],
        output: { width: 9, height: 9 },
        requestId: 'req',
        fence: 0,
        enqueueCount: 1,
        timings: {},
        deadlineAt: new Date(Date.now() + 600_000),
        createdAt: longAgo(),
      };
    }
  }

  const isEnded = ({ state }: ModelRender) => state !== 'none' && isTerminal(state);

  it('is in the state, and leaves the credits, that the model says after every step', async () => {
    const step = fc.record({ name: fc.constantFrom(...steps), on: fc.nat({ max: renders - 1 }) });
    // Sequences begin as an API begins; otherwise few of them would leave `new`.
    const start: Step[] = Array.from({ length: renders }, (_, on) => on).flatMap((on) =>
      (['insert', 'hold', 'accept', 'claim'] as const).map((name) => ({ name, on })),
    );
    const sequence = fc
      .tuple(fc.nat({ max: start.length }), fc.array(step, { minLength: 5, maxLength: 25 }))
      .map(([kept, rest]) => [...start.slice(0, kept), ...rest]);
    await fc.assert(
      fc.asyncProperty(sequence, async (sequenceOfSteps) => {
        const run = new Run();
        await run.start();
        for (const each of sequenceOfSteps) {
          await run.take(each);
          await run.compare(each);
        }
        for (let pass = 0; pass < 3; pass += 1) await run.sweep();
        for (const on of run.books.keys()) await run.take({ name: 'cancel', on });
        await run.sweep();
        const { database, blobs } = platform;
        expect((await verifyInvariants({ database, blobs, atRest: true })).problems).to.deep.equal([]);
        await database.renders.deleteMany({ account: run.account });
        await database.accounts.deleteOne({ _id: run.account });
        await database.ledger.deleteMany({ account: run.account });
      }),
      { numRuns: 40 },
    );
  });
});
