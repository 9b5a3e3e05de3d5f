import { expect } from 'chai';
import { takingTurns } from '../../../../scripts/testing/turns.ts';

describe('several writers to one output', () => {
  let lines: string[];
  let begin: ReturnType<typeof takingTurns>;
  beforeEach(() => {
    lines = [];
    begin = takingTurns((line) => lines.push(line));
  });

  it('writes the lines of one of them as they come', () => {
    const turn = begin();
    turn.say('a1');
    expect(lines).to.deep.equal(['a1']);
    turn.say('a2');
    expect(lines).to.deep.equal(['a1', 'a2']);
  });

  it('keeps the lines of each together', () => {
    const [a, b, c] = [begin(), begin(), begin()];
    a.say('a1');
    b.say('b1');
    c.say('c1');
    b.say('b2');
    b.end();
    a.say('a2');
    c.say('c2');
    expect(lines).to.deep.equal(['a1', 'a2']);
    a.end();
    expect(lines).to.deep.equal(['a1', 'a2', 'b1', 'b2']);
    c.say('c3');
    expect(lines.slice(4)).to.deep.equal(['c1', 'c2', 'c3']);
  });

  it('continues with whoever writes next', () => {
    const [a, b] = [begin(), begin()];
    a.say('a1');
    b.say('b1');
    a.end();
    const next = begin();
    next.say('n1');
    b.say('b2');
    expect(lines).to.deep.equal(['a1', 'n1']);
    next.end();
    b.end();
    expect(lines).to.deep.equal(['a1', 'n1', 'b1', 'b2']);
  });

  it('loses no line of a writer that ends while no other writes', () => {
    const [a, b] = [begin(), begin()];
    a.say('a1');
    b.say('b1');
    a.end();
    b.end();
    expect(lines).to.deep.equal(['a1', 'b1']);
  });
});
