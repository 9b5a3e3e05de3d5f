import { expect } from 'chai';
import { redactJobData, redactValue } from '../../../../api/ops/board.ts';

describe('what Bull Board shows of a job', () => {
  it('shows ids and numbers and hides everything else', () => {
    const data = {
      renderId: 'rnd_1',
      id: 'x',
      deadlineAt: 1,
      email: 'a@b.c',
      productUrl: 'https://shop.example/p',
      nested: { renderId: 'rnd_2' },
    };
    expect(redactJobData(data)).to.deep.equal({
      renderId: 'rnd_1',
      id: 'x',
      deadlineAt: 1,
      email: '[redacted]',
      productUrl: '[redacted]',
      nested: '[redacted]',
    });
  });

  it('cuts an id that is none', () => {
    expect(redactJobData({ renderId: 'x'.repeat(5_000) })).to.deep.equal({ renderId: 'x'.repeat(64) });
  });

  it('shows a return value of one word only', () => {
    expect(redactValue('succeeded')).to.equal('succeeded');
    expect(redactValue('data:image/png;base64,AAAA')).to.equal('[redacted]');
    expect(redactValue({ image: 'x' })).to.equal('[redacted]');
    expect(redactValue(null)).to.equal(null);
  });
});
