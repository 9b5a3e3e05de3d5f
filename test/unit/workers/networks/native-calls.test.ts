import { expect } from 'chai';
import {
  callNative,
  countNativeCalls,
  createNativeCalls,
  stopNativeCalls,
} from '../../../../workers/networks/native-calls.ts';

describe('native calls of a thread', () => {
  const calls = createNativeCalls();

  before(() => countNativeCalls(calls));
  // Networks of other tests in this process run again.
  after(() => countNativeCalls(createNativeCalls()));

  it('are waited for before the thread may end, and none begins afterwards', async () => {
    const events: string[] = [];
    let finish: (value: string) => void = () => undefined;
    const running = callNative(() => new Promise<string>((resolve) => (finish = resolve)));
    const stopped = stopNativeCalls(calls).then(() => events.push('stopped'));
    void callNative(async () => events.push('another call'));
    await new Promise(setImmediate);
    expect(events).to.deep.equal([]);
    finish('result');
    expect(await running).to.equal('result');
    await stopped;
    await new Promise(setImmediate);
    expect(events).to.deep.equal(['stopped']);
  });

  it('are counted down when one fails', async () => {
    const other = createNativeCalls();
    countNativeCalls(other);
    const failure = await callNative(() => Promise.reject(new Error('out of memory'))).catch(String);
    expect(failure).to.contain('out of memory');
    await stopNativeCalls(other);
  });
});
