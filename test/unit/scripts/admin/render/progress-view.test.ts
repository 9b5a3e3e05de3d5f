import { expect } from 'chai';
import { barLine, openProgress } from '../../../../../scripts/admin/render/progress-view.ts';
import type { RenderProgress } from '../../../../../shared/client/index.ts';

const queued: RenderProgress = { renderId: 'rnd_1', state: 'queued', position: 2, share: 0 };
const running = (change: Partial<RenderProgress> = {}): RenderProgress => ({
  renderId: 'rnd_1',
  state: 'running',
  stage: 'rendering',
  share: 0.5,
  ...change,
});

function written(isTTY: boolean, columns: number, ...shown: RenderProgress[]): string {
  let text = '';
  const screen = { isTTY, columns, write: (part: string) => (text += part) };
  const view = openProgress(screen, () => 0);
  for (const progress of shown) view.show(progress);
  view.close();
  return text;
}

describe('The progress of a render', () => {
  it('is a line for each stage and each tenth where there is no terminal', () => {
    const shown = [queued, running({ share: 0 }), running(), running({ share: 0.58 })];
    expect(written(false, 80, ...shown)).to.equal('queued, position 2\nrendering\nrendering 50 %\n');
  });

  it('is one line on a terminal, not longer than it, which is removed at the end', () => {
    const text = written(true, 30, queued, running());
    expect(text).not.to.contain('\n');
    const drawn = text.split('\r\x1b[K');
    expect(drawn.at(-1)).to.equal('');
    for (const line of drawn) expect(line.length).to.be.at.most(29);
  });

  const bars: [string, RenderProgress, number, RegExp][] = [
    ['position in the queue', queued, 0, /^\[░{24}\] {2}queued, position 2$/],
    ['share that the model reports', running(), 3, /^\[█{12}░{12}\] {2}50 % {2}rendering {2}3 s$/],
    [
      'usual duration',
      running({ share: 0.25, expectedSeconds: 40 }),
      10,
      /^\[█{6}░{18}\] {2}25 % {2}rendering {2}10 s of about 40 s$/,
    ],
    ['stage without escape sequences', running({ stage: '\x1b]0;x' }), 1, /�\]0;x {2}1 s$/],
  ];
  for (const [name, progress, seconds, expected] of bars) {
    it(`shows the ${name}`, () => expect(barLine(progress, seconds)).to.match(expected));
  }
});
