import { expect } from 'chai';
import type { Redis } from 'ioredis';
import sinon from 'sinon';
import { silentLogger } from '../../../../shared/log.ts';
import { createProgressPublisher } from '../../../../workers/render/progress-publisher.ts';

describe('the progress publisher', () => {
  let clock: sinon.SinonFakeTimers;
  beforeEach(() => {
    clock = sinon.useFakeTimers();
  });
  afterEach(() => clock.restore());

  /** The stages that reach Redis, by render. */
  function publisher() {
    const sent: string[] = [];
    const connection = {
      eval: async (_script: string, _keys: number, ...args: (string | number)[]) => {
        for (const text of args.slice(4)) {
          const { renderId, stage } = JSON.parse(String(text)) as { renderId: string; stage: string };
          sent.push(`${renderId} ${stage}`);
        }
      },
    } as unknown as Redis;
    const tell = createProgressPublisher({ connection, prefix: 'test', log: silentLogger() });
    return { tell, sent };
  }

  it('publishes the same stage of a render once in a quarter of a second', () => {
    const { tell, sent } = publisher();
    for (let step = 0; step < 6; step += 1) {
      tell('rnd_1', 'sampling', step / 6);
      clock.tick(100);
    }
    expect(sent).to.deep.equal(['rnd_1 sampling', 'rnd_1 sampling']);
  });

  it('forgets renders that never reached their last stage', () => {
    const { tell, sent } = publisher();
    tell('rnd_first', 'started');
    for (let other = 0; other < 2000; other += 1) tell(`rnd_${other}`, 'started');
    tell('rnd_first', 'started');
    clock.tick(100);
    expect(sent.filter((line) => line === 'rnd_first started')).to.have.length(2);
  });
});
