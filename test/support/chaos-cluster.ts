import { until } from '../../scripts/chaos/clock.ts';
import { type Cluster, type ClusterOptions, startCluster } from '../../scripts/chaos/cluster.ts';
import type { Credits } from '../../shared/accounts/account-model.ts';
import { createAccount } from '../../shared/accounts/accounts.ts';
import { grantCredits } from '../../shared/credits/credits.ts';
import { newId } from '../../shared/ids.ts';
import { type Verification, verifyInvariants } from '../../shared/invariants/verify.ts';
import { createKey } from '../../shared/keys/keys.ts';
import { openStates } from '../../shared/renders/states.ts';

/** A cluster of real processes with helpers for tests. */
export interface TestCluster extends Cluster {
  /** The first API's address at this moment. */
  url(): string;
  account(credits?: number): Promise<{ id: string; key: string }>;
  credits(account: string): Promise<Credits>;
  /** Waits until nothing is in progress, then checks every invariant. */
  verifyAtRest(): Promise<Verification>;
}

const longestRestMs = 120_000;

export async function startTestCluster(options: ClusterOptions = {}): Promise<TestCluster> {
  const cluster = await startCluster(options);
  const { database, apis } = cluster;
  return {
    ...cluster,
    url: () => `http://127.0.0.1:${apis[0]!.port()}`,
    account: async (credits = 100) => {
      const { _id: id } = await createAccount(database.accounts, { name: 'Chaos' });
      const grant = { account: id, grantId: newId('grant'), amount: credits, at: new Date() };
      await grantCredits(database, grant);
      const { key } = await createKey(database.keys, { account: id, mode: 'live', name: 'chaos' });
      return { id, key };
    },
    credits: async (account) => (await database.accounts.findById(account).lean())!.credits,
    verifyAtRest: async () => {
      await until(async () => {
        const open = await database.renders.countDocuments({ state: { $in: openStates } });
        const held = await database.accounts.countDocuments({ 'credits.held': { $gt: 0 } });
        return open === 0 && held === 0;
      }, longestRestMs);
      return verifyInvariants({ ...cluster, atRest: true });
    },
  };
}
