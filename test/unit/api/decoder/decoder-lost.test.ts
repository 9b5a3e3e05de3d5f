import { expect } from 'chai';
import { type EndedBy, type KillReason, lostByExit } from '../../../../api/decoder/decoder-lost.ts';

interface Row {
  reason?: KillReason;
  code?: number;
  signal?: NodeJS.Signals;
  endedBy: EndedBy;
  says: RegExp;
}

const rows: Row[] = [
  {
    reason: 'deadline',
    signal: 'SIGKILL',
    endedBy: 'deadline',
    says: /SIGKILL, as its task reached the deadline/,
  },
  {
    reason: 'caller-left',
    signal: 'SIGKILL',
    endedBy: 'caller-left',
    says: /as the caller of its task left/,
  },
  { reason: 'start-limit', signal: 'SIGKILL', endedBy: 'start-limit', says: /as it was not ready within/ },
  { reason: 'channel', signal: 'SIGKILL', endedBy: 'channel', says: /as its task could not be sent/ },
  { reason: 'close', signal: 'SIGKILL', endedBy: 'close', says: /as the decoder was closed/ },
  { signal: 'SIGKILL', endedBy: 'outside', says: /SIGKILL from outside, by the kernel when memory is short/ },
  { signal: 'SIGSEGV', endedBy: 'crash', says: /crashed with SIGSEGV/ },
  { reason: 'deadline', signal: 'SIGABRT', endedBy: 'crash', says: /crashed with SIGABRT/ },
  { code: 1, endedBy: 'itself', says: /exited with code 1/ },
];

describe('a lost decoder process', () => {
  for (const { reason, code = null, signal = null, endedBy, says } of rows) {
    it(`that ended with ${signal ?? `code ${code}`} after ${reason ?? 'no kill'} names ${endedBy}`, () => {
      const lost = lostByExit(reason, code, signal);
      expect(lost.endedBy).to.equal(endedBy);
      expect(lost.message).to.match(says);
    });
  }
});
