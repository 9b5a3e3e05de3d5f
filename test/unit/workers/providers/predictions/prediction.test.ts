import { expect } from 'chai';
import Joi from 'joi';
import { silentLogger } from '../../../../../shared/log.ts';
import {
  createPredictionNotes,
  type RenderPredictions,
} from '../../../../../workers/providers/chain/prediction-notes.ts';
import {
  type PredictionPlan,
  predictionKey,
  submitOrResume,
  timeLeft,
} from '../../../../../workers/providers/predictions/prediction.ts';
import { PredictionLost } from '../../../../../workers/providers/predictions/queued-prediction.ts';
import { ProviderError, type ProviderImage } from '../../../../../workers/providers/provider.ts';

const log = silentLogger();
const soFar = () => ({ next: 'fal', attempts: [], retryAfters: [] });
const saving: RenderPredictions = { save: async () => true, continuesElsewhere: async () => true };
const saved = (ref: object = { id: 'old' }) => ({ key: 'k', submittedAt: new Date(), ref });

/** Submits or resumes a prediction whose id says whether it is the old or the new one. */
function start(
  changes: Partial<PredictionPlan<{ id: string }, string>> = {},
  predictions = saving,
  earlier = saved(),
) {
  const seen: string[] = [];
  const plan: PredictionPlan<{ id: string }, string> = {
    key: 'k',
    ref: Joi.object({ id: Joi.string().required() }),
    timeoutMs: 1_000,
    maySave: () => true,
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
    ...predictions,
    save: (progress) => {
      seen.push('save');
      return predictions.save(progress);
    },
  };
  const context = { signal: new AbortController().signal, log, progress: () => undefined };
  const notes = createPredictionNotes(recording, soFar, earlier, log);
  return { seen, ended: submitOrResume(plan, { ...context, predictions: notes }), notes };
}

describe('a prediction that is submitted once', () => {
  it('is the one that an earlier worker submitted', async () => {
    const { seen, ended } = start();
    expect(await ended).to.deep.equal({ ref: { id: 'old' }, ended: 'old', takenOver: true });
    expect(seen).to.deep.equal(['follow old, taken over']);
  });

  for (const [title, earlier] of Object.entries({
    'of other input': { ...saved(), key: 'other' },
    'of a shape that an older version saved': saved({ number: 7 }),
  })) {
    it(`is new when the one saving down is ${title}`, async () => {
      const { seen, ended } = start({}, saving, earlier);
      expect((await ended).ended).to.equal('new');
      expect(seen).to.deep.equal(['submit', 'save', 'follow new']);
    });
  }

  it('is new when the vendor does not know the old one', async () => {
    const follow = async ({ id }: { id: string }) => {
      if (id === 'old') throw new PredictionLost();
      return id;
    };
    const { seen, ended } = start({ follow });
    expect((await ended).takenOver).to.equal(false);
    expect(seen).to.deep.equal(['submit', 'save']);
  });

  it('fails this try when the old one failed, and leaves it to the chain to submit another', async () => {
    const failure = new ProviderError('failed', 'The model failed on this input.');
    const { seen, ended } = start({ follow: () => Promise.reject(failure) });
    expect(await ended.catch((error: unknown) => error)).to.equal(failure);
    expect(seen).to.deep.equal([]);
  });

  it('saves nothing when its first response was the last, or its URLs must not be saved', async () => {
    const other = { ...saved(), key: 'other' };
    const submit = async () => ({ ref: { id: 'new' }, ended: 'at once' });
    const first = start({ submit }, saving, other);
    expect((await first.ended).ended).to.equal('at once');
    expect(first.seen).to.deep.equal([]);
    const second = start({ maySave: () => false }, saving, other);
    await second.ended;
    expect(second.seen).to.deep.equal(['submit', 'follow new']);
  });

  for (const [title, save] of Object.entries<RenderPredictions['save']>({
    'the database is down': () => Promise.reject(new Error('down')),
    'another worker owns the render by now': async () => false,
  })) {
    it(`is followed although ${title}, and cancelled when the render is aborted`, async () => {
      const { ended, notes } = start({}, { ...saving, save }, { ...saved(), key: 'other' });
      expect((await ended).ended).to.equal('new');
      expect(await notes.continuesElsewhere(new Error('stopping'))).to.equal(false);
    });
  }

  it('is not cancelled by a worker that cannot find out who owns the render', async () => {
    const { ended, notes } = start(
      {},
      { ...saving, continuesElsewhere: () => Promise.reject(new Error('down')) },
    );
    await ended;
    expect(await notes.continuesElsewhere(new Error('lease lost'))).to.equal(true);
  });

  it('is waited for until the time of its provider is up, counted from its submission, and at least for 30 s', () => {
    const left = (spentMs: number, timeoutMs: number) =>
      timeLeft({ submittedAt: new Date(1_000_000) }, timeoutMs, 1_000_000 + spentMs);
    const rows = [left(0, 150_000), left(100_000, 150_000), left(140_000, 150_000), left(900_000, 150_000)];
    expect(rows).to.deep.equal([150_000, 50_000, 30_000, 30_000]);
    expect([left(-5_000, 150_000), left(5_000, 10_000)]).to.deep.equal([150_000, 10_000]);
  });

  it('has a key that every part of the input and every byte of its images changes', () => {
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
