import { expect } from 'chai';
import { stageText } from '../../../../../../../api/web/try-on/screens/generate/stage-text.ts';
import { en as first } from '../../../../../../../api/web/try-on/texts/en.ts';
import { later } from '../../../../../../../api/web/try-on/texts/later/en.ts';
import { completeTexts, loadTexts } from '../../../../../../../api/web/try-on/texts/texts.ts';
import { languages } from '../../../../../../../shared/try-on/contract.ts';
import { aTryOn } from '../../../../../../support/try-on/views.ts';

const en = { ...first, ...later };
const early = { share: 0.2, elapsedSeconds: 10, isLong: false };
const running = aTryOn({ state: 'running', position: null });

describe('What the wait says', () => {
  const rows: [string, Parameters<typeof stageText>, string][] = [
    ['before the service has it', [en, null, early, 'live'], 'Sending your look'],
    ['behind others', [en, aTryOn({ position: 3 }), early, 'live'], '2 pictures ahead of yours'],
    ['behind one', [en, aTryOn({ position: 2 }), early, 'live'], '1 picture ahead of yours'],
    ['first in the queue', [en, aTryOn({ position: 1 }), early, 'polling'], 'You are next'],
    ['in a queue of unknown length', [en, aTryOn({ position: null }), early, 'live'], 'Waiting to start'],
    ['while it runs', [en, running, early, 'live'], 'Adding your items to the photo'],
    ['near the end', [en, running, { ...early, share: 0.9 }, 'live'], 'Almost finished'],
    [
      'when it takes long',
      [en, running, { ...early, isLong: true }, 'live'],
      'This takes longer than usual. Your picture is still being made.',
    ],
    [
      'without a network',
      [en, running, early, 'offline'],
      'Connection lost. Your picture is still being made.',
    ],
  ];
  for (const [when, call, text] of rows) {
    it(`says it ${when}`, () => {
      expect(stageText(...call)).to.equal(text);
    });
  }

  for (const language of languages) {
    it(`has other words than the heading in ${language}`, async () => {
      const { generate } = await completeTexts(await loadTexts(language), language);
      expect(generate.running).not.to.equal(generate.title);
    });
  }
});
