import { expect } from 'chai';
import { breakerCell, errorCell, failuresCell } from '../../../../api/ops/provider-states.tsx';
import { type BreakerState, closed } from '../../../../shared/breaker/breaker-state.ts';
import { type ErrorKind, errorKinds } from '../../../../shared/metrics/provider-errors.ts';

const now = Date.UTC(2026, 10, 21, 18, 30, 0);
const failing: BreakerState = { ...closed, failures: 2, firstFailureAt: now - 60_000 };
const open: BreakerState = { ...failing, failures: 3, openUntil: now + 4_200, trips: 1 };
const rested: BreakerState = { ...open, openUntil: now - 1, trips: 3 };

describe('the state of a provider on the operations page', () => {
  const hung = { ...rested, hung: true };
  const breakers: [title: string, state: BreakerState, status: string, text: string, note?: string][] = [
    ['closed', closed, 'success', 'closed'],
    ['closed with failures', failing, 'success', 'closed'],
    ['open', open, 'danger', 'open', 'until 18:30:04 UTC, 5 s from now'],
    ['half-open', rested, 'warning', 'half-open', 'the next render is the probe'],
    [
      'being probed',
      { ...rested, probeUntil: now + 10 },
      'warning',
      'half-open',
      'a probe render is running',
    ],
    [
      'being probed for long',
      { ...rested, probeUntil: now - 10 },
      'warning',
      'half-open',
      'renders are tried again',
    ],
    [
      'probed without success',
      { ...hung, probeUntil: now - 10 },
      'warning',
      'half-open',
      'the next render is the probe',
    ],
  ];
  for (const [title, state, status, text, note] of breakers) {
    it(`is "${[text, note].filter(Boolean).join(', ')}" for a breaker that is ${title}`, () => {
      expect(breakerCell(state, now)).to.deep.equal({ status, text, ...(note && { note }) });
    });
  }

  it('counts the failures in a row, and how often the breaker opened for them', () => {
    expect([closed, failing, open, rested].map((state) => failuresCell(state, now))).to.deep.equal([
      { text: '0 of 3' },
      { text: '2 of 3' },
      { text: '3 of 3', note: 'opened once' },
      { text: '3 of 3', note: 'opened 3 times' },
    ]);
  });

  it('does not count failures that are too old to open the breaker', () => {
    expect(failuresCell({ ...failing, firstFailureAt: now - 901_000 }, now).text).to.equal('0 of 3');
  });

  it('shows the kind of the last error and its age', () => {
    const getAgo = (ms: number) => errorCell({ kind: 'unavailable', at: now - ms }, now).note;
    expect([-900, 0, 59_000, 61_000, 3_700_000, 90_000_000].map(getAgo)).to.deep.equal([
      '0 s ago',
      '0 s ago',
      '59 s ago',
      '1 min ago',
      '1 h ago',
      '1 d ago',
    ]);
    const toText = (kind: ErrorKind) => errorCell({ kind, at: now }, now).text;
    expect(errorKinds.map(toText)).to.deep.equal([
      'rejected',
      'rejected for safety',
      'failed',
      'no response in time',
      'unavailable',
    ]);
    expect(errorCell(undefined, now)).to.deep.equal({ text: 'none recently' });
  });
});
