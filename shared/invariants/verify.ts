import type { AccountDoc } from '../accounts/account-model.ts';
import type { BlobStorage } from '../blobs/blob-storage.ts';
import { countCredits } from '../credits/count-credits.ts';
import type { LedgerDoc } from '../credits/ledger-model.ts';
import type { Database } from '../database/database.ts';
import { getDriver } from '../mongodb/driver.ts';
import { inPages } from '../mongodb/pages.ts';
import type { RenderDoc } from '../renders/render-model.ts';
import { isTerminal } from '../renders/states.ts';
import { type AccountFacts, accountInvariants, type RenderFacts, renderInvariants } from './invariants.ts';

export interface Problem {
  /** I1 to I12. */
  invariant: string;
  rule: string;
  /** Id of the first account or render that breaks it. */
  offender: string;
  found: string;
  /** Number of violations. */
  count: number;
}

export interface Verification {
  ok: boolean;
  accounts: number;
  renders: number;
  problems: Problem[];
}

export interface VerifyOptions {
  database: Database;
  blobs: BlobStorage;
  /** No render is expected to be open: open renders and open holds are problems too. */
  atRest: boolean;
}

/** Checks the invariants over the whole database, account by account and render by render. */
export async function verifyInvariants(options: VerifyOptions): Promise<Verification> {
  const problems = new Map<string, Problem>();
  const report = (invariant: string, rule: string, offender: string, found: string) => {
    const known = problems.get(invariant);
    if (known) known.count += 1;
    else problems.set(invariant, { invariant, rule, offender, found, count: 1 });
  };
  let accounts = 0;
  let renders = 0;
  for await (const page of inPages(getDriver(options.database.accounts), {})) {
    accounts += page.length;
    for (const account of page) renders += await verifyAccount(options, account, report);
  }
  const found = [...problems.values()].sort(
    (a, b) => Number(a.invariant.slice(1)) - Number(b.invariant.slice(1)),
  );
  return { ok: found.length === 0, accounts, renders, problems: found };
}

type Report = (invariant: string, rule: string, offender: string, found: string) => void;

async function verifyAccount(options: VerifyOptions, account: AccountDoc, report: Report): Promise<number> {
  const { database, atRest } = options;
  const ledger = await database.ledger.find({ account: account._id }).lean<LedgerDoc[]>();
  const settled = new Map(
    ledger.filter(({ kind }) => kind === 'capture' || kind === 'release').map((line) => [line._id, line]),
  );
  const captures = countByRender(ledger, 'capture');
  const refunds = countByRender(ledger, 'refund');
  const facts: AccountFacts = {
    account,
    ledger,
    atRest,
    succeeded: 0,
    holding: 0,
    idempotencyKeys: new Map(),
  };
  let count = 0;
  for await (const page of inPages(getDriver(database.renders), { account: account._id })) {
    count += page.length;
    for (const render of page) {
      noteRender(facts, render);
      const renderFacts: RenderFacts = {
        render,
        settled,
        captures: captures.get(render._id) ?? 0,
        refunds: refunds.get(render._id) ?? 0,
        atRest,
        output: await readOutput(options.blobs, render),
      };
      for (const { id, rule, broken } of renderInvariants) {
        const found = broken(renderFacts);
        if (found) report(id, rule, render._id, found);
      }
    }
  }
  for (const { id, rule, broken } of accountInvariants) {
    const found = broken(facts);
    if (found) report(id, rule, account._id, found);
  }
  return count;
}

function countByRender(ledger: LedgerDoc[], kind: LedgerDoc['kind']): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of ledger) {
    if (line.kind !== kind || !line.renderId) continue;
    counts.set(line.renderId, (counts.get(line.renderId) ?? 0) + 1);
  }
  return counts;
}

function noteRender(facts: AccountFacts, render: RenderDoc): void {
  if (!isTerminal(render.state) && render.holdId) facts.holding += 1;
  facts.succeeded += countCredits(render);
  const key = render.idempotency?.key;
  if (key) facts.idempotencyKeys.set(key, (facts.idempotencyKeys.get(key) ?? 0) + 1);
}

async function readOutput(blobs: BlobStorage, render: RenderDoc): Promise<RenderFacts['output']> {
  if (!render.result || !render.outputUntil || render.outputUntil.getTime() < Date.now()) return 'not-kept';
  return (await blobs.stat(render.result.blob)) ?? 'missing';
}
