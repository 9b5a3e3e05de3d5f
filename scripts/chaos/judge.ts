import type { LedgerDoc } from '../../shared/credits/ledger-model.ts';
import type { Database } from '../../shared/database/database.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { isTerminal } from '../../shared/renders/states.ts';
import type { Attempt, History } from './history.ts';

/** A contradiction between the responses of a client and the database at rest. */
export interface Finding {
  kind: 'lost' | 'double-charge' | 'free-render' | 'wrong-response';
  what: string;
  requestIds: string[];
}

export interface Judgement {
  attempts: number;
  successes: number;
  failures: number;
  unknowns: number;
  findings: Finding[];
}

interface Facts {
  byRequest: Map<string, RenderDoc[]>;
  byId: Map<string, RenderDoc>;
  /** Captures less refunds, by render id. */
  captures: Map<string, number>;
}

/** Compares every attempt with the render documents and the ledger, once nothing is in progress. */
export async function judgeRenders(
  { renders, ledger }: Pick<Database, 'renders' | 'ledger'>,
  history: History,
): Promise<Judgement> {
  const facts = await readFacts({ renders, ledger });
  const findings: Finding[] = history.wrong.map(({ requestId, what }) => ({
    kind: 'wrong-response',
    what,
    requestIds: [requestId],
  }));
  for (const group of groups(history.attempts)) findings.push(...judgeGroup(group, facts));
  for (const attempt of history.attempts) findings.push(...judgeAttempt(attempt, facts));
  findings.push(...judgeAccounts(history.attempts, facts));
  const count = (verdict: string) => history.attempts.filter((each) => each.verdict === verdict).length;
  return {
    attempts: history.attempts.length,
    successes: count('success'),
    failures: count('failure'),
    unknowns: count('unknown'),
    findings,
  };
}

async function readFacts({ renders, ledger }: Pick<Database, 'renders' | 'ledger'>): Promise<Facts> {
  const facts: Facts = { byRequest: new Map(), byId: new Map(), captures: new Map() };
  for await (const doc of renders.find().lean<RenderDoc[]>().cursor()) {
    const render = doc as RenderDoc;
    facts.byId.set(render._id, render);
    facts.byRequest.set(render.requestId, [...(facts.byRequest.get(render.requestId) ?? []), render]);
  }
  for await (const doc of ledger
    .find({ kind: { $in: ['capture', 'refund'] } })
    .lean<LedgerDoc[]>()
    .cursor()) {
    const { renderId = '', kind } = doc as LedgerDoc;
    facts.captures.set(renderId, (facts.captures.get(renderId) ?? 0) + (kind === 'capture' ? 1 : -1));
  }
  return facts;
}

/** Attempts for one render: those with the same Idempotency-Key, those of one series, or a single one. */
function groups(attempts: Attempt[]): Attempt[][] {
  const byKey = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    const name = attempt.idempotencyKey ?? attempt.series ?? attempt.requestId;
    byKey.set(name, [...(byKey.get(name) ?? []), attempt]);
  }
  return [...byKey.values()];
}

/** Of the renders that the attempts have made, and of those that they found: a plain one joins what was cut off. */
function charged(attempts: Attempt[], { byRequest, captures }: Facts): number {
  const made = attempts.flatMap((attempt) => (byRequest.get(attempt.requestId) ?? []).map(({ _id }) => _id));
  const found = attempts.flatMap(({ renderId }) => renderId ?? []);
  return [...new Set([...made, ...found])].reduce((sum, id) => sum + (captures.get(id) ?? 0), 0);
}

function judgeGroup(group: Attempt[], facts: Facts): Finding[] {
  const requestIds = group.map((attempt) => attempt.requestId);
  const credits = charged(group, facts);
  const verdicts = group.map((attempt) => attempt.verdict);
  const said = `clients saw ${verdicts.join(', ')}; ${credits} credits were taken`;
  if (credits > 1) return [{ kind: 'double-charge', what: said, requestIds }];
  if (verdicts.includes('success') && credits === 0) return [{ kind: 'free-render', what: said, requestIds }];
  if (verdicts.every((verdict) => verdict === 'failure') && credits > 0) {
    const last = group.at(-1)!;
    return [{ kind: 'wrong-response', what: `${said}: ${last.status} ${last.message ?? ''}`, requestIds }];
  }
  return [];
}

function judgeAttempt(attempt: Attempt, facts: Facts): Finding[] {
  const requestIds = [attempt.requestId];
  const found: Finding[] = [];
  const report = (kind: Finding['kind'], what: string) => found.push({ kind, what, requestIds });
  if ((facts.byRequest.get(attempt.requestId)?.length ?? 0) > 1) {
    report('double-charge', 'one call made several renders');
  }
  if (!attempt.renderId) return found;
  const render = facts.byId.get(attempt.renderId);
  const paid = facts.captures.get(attempt.renderId) ?? 0;
  if (!render) report('lost', `render ${attempt.renderId} was promised and does not exist`);
  else if (!isTerminal(render.state)) report('lost', `render ${render._id} never ended: ${render.state}`);
  else if (attempt.verdict === 'success' && render.state !== 'succeeded') {
    report('wrong-response', `an image was delivered for render ${render._id}, which is ${render.state}`);
  } else if (attempt.verdict === 'failure' && paid > 0) {
    report(
      'wrong-response',
      `${attempt.status} "${attempt.message}" for render ${render._id}, which was charged`,
    );
  }
  const { cancelSaid } = attempt;
  if (render && cancelSaid && (cancelSaid.state !== render.state || cancelSaid.credits !== paid)) {
    const stillOpen = !isTerminal(cancelSaid.state as RenderDoc['state']);
    const found = `render ${render._id} is ${render.state}, charged ${paid}`;
    report(
      'wrong-response',
      `DELETE said ${JSON.stringify(cancelSaid)}${stillOpen ? ' (open)' : ''}; ${found}`,
    );
  }
  return found;
}

/** Per account: definite successes ≤ captures ≤ definite successes + unknowns. */
function judgeAccounts(attempts: Attempt[], facts: Facts): Finding[] {
  const bounds = new Map<string, { min: number; max: number }>();
  for (const group of groups(attempts)) {
    const account = group[0]!.account;
    const bound = bounds.get(account) ?? { min: 0, max: 0 };
    const verdicts = group.map((attempt) => attempt.verdict);
    if (verdicts.includes('success')) bound.min += 1;
    if (verdicts.some((verdict) => verdict !== 'failure')) bound.max += 1;
    bounds.set(account, bound);
  }
  const taken = new Map<string, number>();
  for (const [renderId, count] of facts.captures) {
    const account = facts.byId.get(renderId)?.account ?? '?';
    taken.set(account, (taken.get(account) ?? 0) + count);
  }
  const findings: Finding[] = [];
  for (const [account, { min, max }] of bounds) {
    const credits = taken.get(account) ?? 0;
    if (credits >= min && credits <= max) continue;
    const what = `account ${account}: ${credits} credits charged, clients saw ${min} to ${max}`;
    findings.push({ kind: credits < min ? 'free-render' : 'double-charge', what, requestIds: [] });
  }
  return findings;
}
