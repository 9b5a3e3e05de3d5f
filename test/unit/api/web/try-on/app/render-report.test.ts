import { expect } from 'chai';
import { reportRender } from '../../../../../../api/web/try-on/app/render-report.ts';
import { createStore } from '../../../../../../api/web/try-on/state/store.ts';
import { completeTexts, loadTexts } from '../../../../../../api/web/try-on/texts/texts.ts';
import type { TryOnView } from '../../../../../../shared/try-on/contract.ts';
import { aTryOn } from '../../../../../support/try-on/views.ts';

const createdAt = '2026-11-22T12:00:00.000Z';

describe('The report of a render to the loader', () => {
  it('follows the render from its start to its end, each state once', async () => {
    const texts = await completeTexts(await loadTexts('en'), 'en');
    const store = createStore();
    const sent: unknown[] = [];
    reportRender({ send: (message) => void sent.push(message) }, store, texts, () => 5);
    const change = (part: Partial<TryOnView>) =>
      store.dispatch({ type: 'render-changed', view: aTryOn({ createdAt, ...part }) });
    expect(sent).to.deep.equal([]);
    store.dispatch({ type: 'session-restored' });
    store.dispatch({ type: 'render-starting' });
    change({ state: 'queued' });
    change({ state: 'running', position: null });
    change({ state: 'succeeded', position: null });
    change({ state: 'failed', position: null, failure: { reason: 'timeout', retryable: true } });
    store.dispatch({ type: 'render-dropped' });
    const since = Date.parse(createdAt);
    const message = { type: 'render', action: 'View' };
    expect(sent).to.deep.equal([
      { ...message, running: false, text: '', since: 5 },
      { ...message, running: true, text: 'Your picture is being made.', since: 5 },
      { ...message, running: true, text: 'Your picture is being made.', since },
      { ...message, running: false, text: 'Your picture is ready.', since },
      { ...message, running: false, text: 'That took too long', since },
      { ...message, running: false, text: '', since: 5 },
    ]);
  });
});
