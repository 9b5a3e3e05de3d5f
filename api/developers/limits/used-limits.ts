import type { AccountLimits } from '../../../shared/accounts/account-model.ts';
import type { ApiKeyDoc } from '../../../shared/keys/key-model.ts';
import type { RenderCore } from '../../renders/render-core.ts';
import { type LimitScope, type LimitUse, limitScopes } from '../../renders/render-limits.ts';
import type { PortalLimits } from '../portal-dependencies.ts';

/** Limits that renders count to together, and how much of them is used now. */
export interface UsedLimit extends LimitUse {
  name: string;
  mode: ApiKeyDoc['mode'];
  perMinute: number;
  concurrent: number;
}

interface Read {
  core: Pick<RenderCore, 'readUse'>;
  limits: PortalLimits;
  own: AccountLimits;
}

/** Keys that are read, those used last first. */
const maxKeys = 20;

/** Reads what the keys of an account use of their limits: all of a mode together, then each. */
export async function readUsedLimits(keys: readonly ApiKeyDoc[], given: Read): Promise<UsedLimit[]> {
  const shown = keys
    .filter(isUsable)
    .toSorted((a, b) => toTime(b) - toTime(a))
    .slice(0, maxKeys);
  const scopes = shown.map((key) => ({ key, scopes: limitScopes(key, given.limits) }));
  const together = new Map(scopes.map(({ key, scopes: [, all] }) => [key.mode, all!]));
  return Promise.all([
    ...[...together].map(([mode, scope]) => read(scope, { mode, name: `All ${mode} keys` }, given)),
    ...scopes.map(({ key, scopes: [scope] }) => read(scope!, key, given)),
  ]);
}

const isUsable = ({ revokedAt, expiresAt }: ApiKeyDoc) =>
  !revokedAt && (expiresAt === undefined || expiresAt > new Date());

const toTime = ({ lastUsedAt }: ApiKeyDoc) => lastUsedAt?.getTime() ?? 0;

async function read(
  { id, times }: LimitScope,
  { name, mode }: Pick<ApiKeyDoc, 'name' | 'mode'>,
  { core, limits, own }: Read,
): Promise<UsedLimit> {
  const perMinute = times * (own.perMinute ?? limits.RATE_LIMIT_PER_MINUTE);
  const concurrent = times * (own.concurrent ?? limits.RATE_LIMIT_CONCURRENT);
  return { ...(await core.readUse(id)), name, mode, perMinute, concurrent };
}
