import { expect } from 'chai';
import { redactJobData, redactValue } from '../../../../api/ops/board.ts';

describe('job data on Bull Board', () => {
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

  it('truncates an id that is too long', () => {
    expect(redactJobData({ renderId: 'x'.repeat(5_000) })).to.deep.equal({ renderId: 'x'.repeat(64) });
  });

  it('shows a return value only if it is one word', () => {
    expect(redactValue('succeeded')).to.equal('succeeded');
    expect(redactValue('data:image/png;base64,AAAA')).to.equal('[redacted]');
    expect(redactValue({ image: 'x' })).to.equal('[redacted]');
    expect(redactValue(null)).to.equal(null);
  });
});
