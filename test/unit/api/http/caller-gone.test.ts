import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Response } from 'express';
import { CallerGone, signalOfCaller } from '../../../../api/http/caller-gone.ts';

const respond = (state: { destroyed?: boolean; writableFinished?: boolean } = {}) =>
  Object.assign(new EventEmitter(), { destroyed: false, writableFinished: false, ...state });
const asResponse = (response: EventEmitter) => response as unknown as Response;

describe('the signal of a caller', () => {
  it('is one for all who ask, with one listener', async () => {
    const response = respond();
    const signals = Array.from({ length: 20 }, () => signalOfCaller(asResponse(response)));
    expect(new Set(signals).size).to.equal(1);
    expect(response.listenerCount('close')).to.equal(1);
    response.emit('close');
    await nextTurn();
    expect(signals[0]!.reason).to.be.instanceOf(CallerGone);
  });

  it('aborts some at a time of thousands who leave at the same moment, so that others are served in between', async () => {
    const responses = Array.from({ length: 1000 }, () => respond());
    const signals = responses.map((response) => signalOfCaller(asResponse(response)));
    for (const response of responses) response.emit('close');
    const countGone = () => signals.filter(({ aborted }) => aborted).length;
    expect(countGone()).to.equal(0);
    let turns = 0;
    for (let gone = 0; gone < signals.length; gone = countGone(), turns++) {
      await nextTurn();
      expect(countGone() - gone).to.be.within(1, 50);
    }
    expect(turns).to.be.above(19);
  });

  it('does not abort when the response is complete', async () => {
    const response = respond({ writableFinished: true });
    const signal = signalOfCaller(asResponse(response));
    response.emit('close');
    await nextTurn();
    expect(signal.aborted).to.equal(false);
  });

  it('aborts when what closed is finished afterwards, by whoever still writes to it', async () => {
    const response = respond();
    const signal = signalOfCaller(asResponse(response));
    response.emit('close');
    response.writableFinished = true;
    await nextTurn();
    expect(signal.reason).to.be.instanceOf(CallerGone);
  });

  it('has aborted for a response whose connection closed before', () => {
    expect(signalOfCaller(asResponse(respond({ destroyed: true }))).aborted).to.equal(true);
  });
});
