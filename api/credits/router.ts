import { type Request, type Response, Router } from 'express';
import type { LedgerDoc, LedgerKind } from '../../shared/credits/ledger-model.ts';
import type { Database } from '../../shared/database/database.ts';
import { authenticate, keyOf, requireLiveKey } from '../http/authenticate.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { afterCursor, assertParameters, pageOf, timeParameter, toPage } from '../http/page.ts';
import { readCredits } from './read-credits.ts';

/** `GET /credits`: the credits of the key's account, and `GET /credits/ledger`, for its live keys: every movement of them. */
export function creditsRouter(database: Database): Router {
  const router = Router();
  const owner = authenticate(database.keys);
  router
    .route('/credits')
    .get(owner, (_req, res) => balance(database, res))
    .all(methodNotAllowed('GET'));
  router
    .route('/credits/ledger')
    .get(owner, requireLiveKey, (req, res) => ledger(database, req, res))
    .all(methodNotAllowed('GET'));
  return router;
}

async function balance({ accounts }: Database, res: Response): Promise<void> {
  const credits = await readCredits(accounts, keyOf(res).account);
  res.set('Cache-Control', 'no-store').json(credits);
}

async function ledger(database: Database, { query }: Request, res: Response): Promise<void> {
  assertParameters(query, ['from', 'to', 'limit', 'cursor']);
  const { limit, after } = pageOf(query);
  const [from, to] = [timeParameter(query, 'from'), timeParameter(query, 'to')];
  const between = { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) };
  const docs = await database.ledger
    .find({
      account: keyOf(res).account,
      ...(from || to ? { at: between } : {}),
      ...afterCursor('at', after),
    })
    .sort({ at: -1, _id: -1 })
    .limit(limit + 1)
    .lean<LedgerDoc[]>();
  const { page, nextCursor } = toPage(docs, limit, (line) => line.at);
  res.set('Cache-Control', 'no-store').json({ entries: page.map(entryOf), nextCursor });
}

/** A movement of credits, as its account sees it. */
export interface LedgerEntry {
  id: string;
  kind: LedgerKind;
  amount: number;
  at: string;
  renderId?: string;
  reason?: string;
}

/** The note of a grant is the operator's own; that of a refund is its reason. */
function entryOf({ _id, kind, amount, renderId, note, at }: LedgerDoc): LedgerEntry {
  return {
    id: _id,
    kind,
    amount,
    at: at.toISOString(),
    ...(renderId ? { renderId } : {}),
    ...(kind === 'refund' && note ? { reason: note } : {}),
  };
}
