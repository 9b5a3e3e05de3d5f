import type { AccountDoc, Credits } from '../accounts/account-model.ts';
import { countCredits } from '../credits/count-credits.ts';
import type { LedgerDoc } from '../credits/ledger-model.ts';
import type { RenderDoc } from '../renders/render-model.ts';
import { isTerminal } from '../renders/states.ts';

export interface AccountFacts {
  account: AccountDoc;
  ledger: LedgerDoc[];
  atRest: boolean;
  /** Succeeded renders that were charged and not refunded. */
  succeeded: number;
  /** Open renders with a hold. */
  holding: number;
  idempotencyKeys: Map<string, number>;
}

export interface RenderFacts {
  render: RenderDoc;
  /** Ledger lines of captures and releases by hold id. */
  settled: Map<string, LedgerDoc>;
  /** Captures in the ledger that name this render, under any hold. */
  captures: number;
  /** Refunds in the ledger that name this render. */
  refunds: number;
  atRest: boolean;
  output: { bytes: number } | 'missing' | 'not-kept';
}

export interface Invariant<Facts> {
  id: string;
  rule: string;
  /** Describes the violation; undefined if the rule holds. */
  broken(facts: Facts): string | undefined;
}

function when(broken: boolean, found: string): string | undefined {
  return broken ? found : undefined;
}

function ledgerSum(ledger: LedgerDoc[], kind: LedgerDoc['kind']): number {
  return ledger.filter((line) => line.kind === kind).reduce((sum, line) => sum + line.amount, 0);
}

/** Rules on one account with its ledger. While renders are running, a settlement may be incomplete. */
export const accountInvariants: readonly Invariant<AccountFacts>[] = [
  {
    id: 'I1',
    rule: 'granted = available + held + spent + reversed',
    broken: ({ account: { credits: c } }) =>
      when(c.granted !== c.available + c.held + c.spent + (c.reversed ?? 0), JSON.stringify(c)),
  },
  {
    id: 'I2',
    rule: 'available ≥ 0 and held ≥ 0',
    broken: ({ account: { credits: c } }) => when(c.available < 0 || c.held < 0, JSON.stringify(c)),
  },
  {
    id: 'I3',
    rule: 'spent = captures less refunds, and no fewer than charged renders on record',
    broken: ({ account, ledger, succeeded, atRest }) => {
      const captures = ledgerSum(ledger, 'capture') - ledgerSum(ledger, 'refund');
      const { spent } = account.credits;
      return when(
        atRest && (spent !== captures || spent < succeeded),
        `spent ${spent}, captures less refunds ${captures}, charged renders ${succeeded}`,
      );
    },
  },
  {
    id: 'I5',
    rule: 'held = open holds; at rest 0',
    broken: ({ account, holding, atRest }) => {
      const { held } = account.credits;
      const open = account.holds.length;
      return when(
        held !== open || (atRest && held !== 0),
        `held ${held}, open holds ${open}, open renders ${holding}`,
      );
    },
  },
  {
    id: 'I8',
    rule: 'one render per Idempotency-Key',
    broken: ({ idempotencyKeys }) => {
      const twice = [...idempotencyKeys].find(([, count]) => count > 1);
      return twice && `one key has ${twice[1]} renders`;
    },
  },
  {
    id: 'I10',
    rule: 'never more held, spent and taken back than granted',
    broken: ({ account: { credits: c } }) =>
      when(c.held + c.spent + (c.reversed ?? 0) > c.granted, JSON.stringify(c)),
  },
  {
    id: 'I12',
    rule: 'replaying the ledger rebuilds the account',
    broken: ({ account: { credits: c }, ledger, atRest }) => {
      const granted = ledgerSum(ledger, 'grant');
      const spent = ledgerSum(ledger, 'capture') - ledgerSum(ledger, 'refund');
      // Owed is what was not available when the payment was refunded.
      const reversed = ledgerSum(ledger, 'reversal') - (c.owed ?? 0);
      const rebuilt = { granted, spent, reversed, available: granted - spent - reversed - c.held };
      const same = Object.entries(rebuilt).every(
        ([name, amount]) => (c[name as keyof Credits] ?? 0) === amount,
      );
      return when(atRest && !same, `ledger ${JSON.stringify(rebuilt)}, account ${JSON.stringify(c)}`);
    },
  },
];

/** Rules on one render with the ledger lines of its account. */
export const renderInvariants: readonly Invariant<RenderFacts>[] = [
  {
    id: 'I3',
    rule: 'exactly one capture per succeeded render that was paid for; a refund only after it, and once',
    broken: ({ render, captures, refunds, atRest }) => {
      if (!atRest || render.state !== 'succeeded') return undefined;
      const paid = render.holdId ? 1 : 0;
      return when(
        captures !== paid || captures - refunds !== countCredits(render),
        `${captures} captures, ${refunds} refunds`,
      );
    },
  },
  {
    id: 'I4',
    rule: 'no capture and no refund for a render that did not succeed; its hold is released',
    broken: ({ render, settled, captures, refunds, atRest }) => {
      if (!isTerminal(render.state) || render.state === 'succeeded') return undefined;
      const kind = render.holdId ? settled.get(render.holdId)?.kind : 'release';
      return when(
        captures > 0 || refunds > 0 || (atRest && kind !== 'release'),
        `${captures} captures, ${refunds} refunds, hold: ${kind ?? 'open'}`,
      );
    },
  },
  {
    id: 'I6',
    rule: 'at rest every render has ended',
    broken: ({ render, atRest }) => when(atRest && !isTerminal(render.state), `state ${render.state}`),
  },
  {
    id: 'I7',
    rule: 'a succeeded render has its complete output, any other has none',
    broken: ({ render, output }) => {
      if (render.state !== 'succeeded')
        return when(render.result !== undefined, `${render.state} with a result`);
      if (!render.result) return 'no result';
      if (output === 'not-kept') return undefined;
      if (output === 'missing') return 'output is missing';
      return when(
        output.bytes !== render.result.bytes,
        `output has ${output.bytes} of ${render.result.bytes} bytes`,
      );
    },
  },
  {
    id: 'I9',
    rule: 'the output was written under the newest fencing token',
    broken: ({ render }) =>
      when(
        render.result !== undefined && !render.result.blob.endsWith(`/out/${render.fence}`),
        `fence ${render.fence}, output ${render.result?.blob}`,
      ),
  },
  {
    id: 'I11',
    rule: 'a charged render can be found by its caller and shows its result',
    broken: ({ render, captures }) =>
      when(captures > 0 && !render.result, `charged in state ${render.state}, no result`),
  },
];
