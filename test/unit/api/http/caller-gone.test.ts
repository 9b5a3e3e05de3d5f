import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import type { Response } from 'express';
import { CallerGone, signalOfCaller } from '../../../../api/http/caller-gone.ts';

const respond = (state: { destroyed?: boolean; writableFinished?: boolean } = {}) =>
  Object.assign(new EventEmitter(), { destroyed: false, writableFinished: false, ...state });
const asResponse = (response: EventEmitter) => response as unknown as Response;

describe('the signal of a caller', () => {
  it('is one for all who ask, with one listener', () => {
    const response = respond();
    const signals = Array.from({ length: 20 }, () => signalOfCaller(asResponse(response)));
    expect(new Set(signals).size).to.equal(1);
    expect(response.listenerCount('close')).to.equal(1);
    response.emit('close');
    expect(signals[0]!.reason).to.be.instanceOf(CallerGone);
  });

  it('does not abort when the response is complete', () => {
    const response = respond({ writableFinished: true });
    const signal = signalOfCaller(asResponse(response));
    response.emit('close');
    expect(signal.aborted).to.equal(false);
  });

  it('has aborted for a response whose connection closed before', () => {
    expect(signalOfCaller(asResponse(respond({ destroyed: true }))).aborted).to.equal(true);
  });
});
