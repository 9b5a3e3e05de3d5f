import { expect } from 'chai';
import { stageText } from '../../../../../../../api/web/try-on/screens/generate/stage-text.ts';
import { de } from '../../../../../../../api/web/try-on/texts/de.ts';
import { en } from '../../../../../../../api/web/try-on/texts/en.ts';
import { es } from '../../../../../../../api/web/try-on/texts/es.ts';
import { fr } from '../../../../../../../api/web/try-on/texts/fr.ts';
import { aTryOn } from '../../../../../../support/try-on/views.ts';

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

  for (const [language, { generate }] of Object.entries({ en, de, fr, es })) {
    it(`has other words than the heading in ${language}`, () => {
      expect(generate.running).not.to.equal(generate.title);
    });
  }
});
