import { once } from 'node:events';
import { expect } from 'chai';
import { logWarnings } from '../../../../shared/process/run-process.ts';

describe('a process of the platform', () => {
  it('logs the warnings of Node.js and of libraries instead of printing them', async () => {
    const own = process.listeners('warning');
    const logged: { err: Error }[] = [];
    logWarnings({ warn: (entry: unknown) => void logged.push(entry as { err: Error }) });
    try {
      process.emitWarning('Two lines\nof a library', 'LibraryWarning');
      await once(process, 'warning');
      expect(logged.map(({ err }) => [err.name, err.message])).to.deep.equal([
        ['LibraryWarning', 'Two lines\nof a library'],
      ]);
      expect(process.listenerCount('warning')).to.equal(1);
    } finally {
      process.removeAllListeners('warning');
      for (const listener of own) process.on('warning', listener);
    }
  });
});
