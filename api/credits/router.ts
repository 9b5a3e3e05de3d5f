import { Router } from 'express';
import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import type { Database } from '../../shared/database/database.ts';
import { ApiError } from '../../shared/errors.ts';
import { authenticate, keyOf } from '../http/authenticate.ts';
import { methodNotAllowed } from '../http/error-response.ts';

/** `GET /credits`: the credits of the key's account. */
export function creditsRouter(database: Database): Router {
  const router = Router();
  router
    .route('/credits')
    .get(authenticate(database.keys), async (_req, res) => {
      const account = await database.accounts.findById(keyOf(res).account, { credits: 1 }).lean<AccountDoc>();
      if (!account) throw new ApiError('NOT_FOUND', 'The account of this API key does not exist any more.');
      const { granted, available, held, spent } = account.credits;
      res.set('Cache-Control', 'no-store').json({ granted, available, held, spent });
    })
    .all(methodNotAllowed('GET'));
  return router;
}
