import { expect } from 'chai';
import Joi from 'joi';
import { silentLogger } from '../../../../../shared/log.ts';
import {
  createPredictionNotes,
  type RenderPredictions,
} from '../../../../../workers/providers/chain/prediction-notes.ts';
import {
  type PredictionOrder,
  predictionKey,
  submitOrResume,
  timeLeft,
} from '../../../../../workers/providers/predictions/prediction.ts';
import { JobLost } from '../../../../../workers/providers/predictions/queued-prediction.ts';
import { ProviderError, type ProviderImage } from '../../../../../workers/providers/provider.ts';

const log = silentLogger();
const soFar = () => ({ next: 'fal', attempts: [], retryAfters: [] });
const written: RenderPredictions = { keep: async () => true, goesOn: async () => true };
const kept = (ref: object = { id: 'old' }) => ({ key: 'k', submittedAt: new Date(), ref });

/** Buys a job whose ids say whether it is the old or the new one. */
function buy(changes: Partial<PredictionOrder<{ id: string }, string>> = {}, jobs = written, job = kept()) {
  const seen: string[] = [];
  const order: PredictionOrder<{ id: string }, string> = {
    key: 'k',
    ref: Joi.object({ id: Joi.string().required() }),
    timeoutMs: 1_000,
    mayKeep: () => true,
    submit: async () => {
      seen.push('submit');
      return { ref: { id: 'new' } };
    },
    follow: async ({ id }, { takenOver }) => {
      seen.push(`follow ${id}${takenOver ? ', taken over' : ''}`);
      return id;
    },
    ...changes,
  };
  const recording: RenderPredictions = {
    ...jobs,
    keep: (progress) => {
      seen.push('keep');
      return jobs.keep(progress);
    },
  };
  const context = { signal: new AbortController().signal, log, progress: () => undefined };
  const notes = createPredictionNotes(recording, soFar, job, log);
  return { seen, ended: submitOrResume(order, { ...context, jobs: notes }), notes };
}

describe('a job that is bought once', () => {
  it('is the one that an earlier worker submitted', async () => {
    const { seen, ended } = buy();
    expect(await ended).to.deep.equal({ ref: { id: 'old' }, ended: 'old', takenOver: true });
    expect(seen).to.deep.equal(['follow old, taken over']);
  });

  for (const [title, job] of Object.entries({
    'of another order': { ...kept(), key: 'other' },
    'of a shape that an older version wrote': kept({ number: 7 }),
  })) {
    it(`is new when the one written down is ${title}`, async () => {
      const { seen, ended } = buy({}, written, job);
      expect((await ended).ended).to.equal('new');
      expect(seen).to.deep.equal(['submit', 'keep', 'follow new']);
    });
  }

  it('is new when the vendor does not know the old one', async () => {
    const follow = async ({ id }: { id: string }) => {
      if (id === 'old') throw new JobLost();
      return id;
    };
    const { seen, ended } = buy({ follow });
    expect((await ended).takenOver).to.equal(false);
    expect(seen).to.deep.equal(['submit', 'keep']);
  });

  it('fails this try when the old one failed, and leaves it to the chain to buy another', async () => {
    const failure = new ProviderError('failed', 'The model failed on this input.');
    const { seen, ended } = buy({ follow: () => Promise.reject(failure) });
    expect(await ended.catch((error: unknown) => error)).to.equal(failure);
    expect(seen).to.deep.equal([]);
  });

  it('is not written down when its first answer was the last, or its URLs may not be', async () => {
    const other = { ...kept(), key: 'other' };
    const submit = async () => ({ ref: { id: 'new' }, ended: 'at once' });
    const first = buy({ submit }, written, other);
    expect((await first.ended).ended).to.equal('at once');
    expect(first.seen).to.deep.equal([]);
    const second = buy({ mayKeep: () => false }, written, other);
    await second.ended;
    expect(second.seen).to.deep.equal(['submit', 'follow new']);
  });

  for (const [title, keep] of Object.entries<RenderPredictions['keep']>({
    'the store is down': () => Promise.reject(new Error('down')),
    'the render is another worker\u2019s by now': async () => false,
  })) {
    it(`is followed although ${title}, and then cancelled by us if it is given up`, async () => {
      const { ended, notes } = buy({}, { ...written, keep }, { ...kept(), key: 'other' });
      expect((await ended).ended).to.equal('new');
      expect(await notes.goesOn(new Error('stopping'))).to.equal(false);
    });
  }

  it('is left alone by a worker that cannot find out who has the render', async () => {
    const { ended, notes } = buy({}, { ...written, goesOn: () => Promise.reject(new Error('down')) });
    await ended;
    expect(await notes.goesOn(new Error('lease lost'))).to.equal(true);
  });

  it('is waited for as long as its provider may take from its submission, and not less than 30 s', () => {
    const left = (spentMs: number, timeoutMs: number) =>
      timeLeft({ submittedAt: new Date(1_000_000) }, timeoutMs, 1_000_000 + spentMs);
    const rows = [left(0, 150_000), left(100_000, 150_000), left(140_000, 150_000), left(900_000, 150_000)];
    expect(rows).to.deep.equal([150_000, 50_000, 30_000, 30_000]);
    expect([left(-5_000, 150_000), left(5_000, 10_000)]).to.deep.equal([150_000, 10_000]);
  });

  it('is told from others by what was ordered and by every byte of its images', () => {
    const image = (text: string): ProviderImage => ({
      bytes: Buffer.from(text),
      mime: 'image/png',
      width: 1,
      height: 1,
    });
    const keys = [
      predictionKey(['model', 'prompt'], [image('a'), image('b')]),
      predictionKey(['model', 'other prompt'], [image('a'), image('b')]),
      predictionKey(['model', 'prompt'], [image('b'), image('a')]),
      predictionKey(['model', 'prompt'], [image('ab')]),
    ];
    expect(new Set(keys).size).to.equal(4);
    expect(predictionKey(['model', 'prompt'], [image('a'), image('b')])).to.equal(keys[0]);
  });
});
